// The own profile of a vendor or an ambassador, and how others see it.
import { getAmbassadorProfile, getVendorProfile, getVendorsMe, updateAmbassadorProfile,
  updateVendorProfile, updateVendorsMe } from "../api/vendors.js";
import { ifUnchanged } from "../operation.js";
import { laterStep, setUser, useRecord } from "../parts/record.js";
import { PrivateFile } from "../parts/upload.js";
import { Loaded, href, html, route, useApi } from "../ui.js";
import { DONE, ProfileScreen, Verification } from "./profile_parts.js";
import { AMBASSADOR_STEPS, VENDOR_STEPS } from "./profile_vendor_fields.js";
import { Entry } from "./vendors_entry.js";

const KINDS = {
  vendor: {
    title: "Your profile as a vendor", steps: VENDOR_STEPS, read: getVendorProfile,
    write: updateVendorProfile,
  },
  ambassador: {
    title: "Your profile as an ambassador", steps: AMBASSADOR_STEPS, read: getAmbassadorProfile,
    write: updateAmbassadorProfile,
  },
};

export const VendorProfile = () => html`<${Own} kind="vendor" />`;
export const AmbassadorProfile = () => html`<${Own} kind="ambassador" />`;

function Own({ kind }) {
  async function load(params, signal) {
    const reads = [getVendorsMe, KINDS[kind].read].map((read) => read(params, signal));
    const [me, profile] = await Promise.all(reads);
    return { me, profile };
  }
  const state = useApi(load, {});
  return html`<${Loaded} state=${state}>
    ${(first) => html`<${Profile} kind=${kind} load=${load} first=${first} />`}
  <//>`;
}

function Profile({ kind, load, first }) {
  const { title, steps, write } = KINDS[kind];
  const { record, latest, set, editing } = useRecord(first, {
    load, valuesOf,
    async send({ me, profile }, changes, next) {
      const { firstName = me.firstName, lastName = me.lastName } = changes;
      const stored = me.vendorsOnboardingStep;
      const isOnward = next && stored !== DONE;
      const vendorsOnboardingStep = isOnward ? laterStep(steps, stored, next) : stored;
      const sent = { ...changes, ...(isOnward ? { vendorsOnboardingStep } : {}) };
      const changed = await write({}, sent, ifUnchanged(profile));
      setUser({ firstName, lastName, vendorsOnboardingStep });
      return { me: { ...me, firstName, lastName, vendorsOnboardingStep }, profile: changed };
    },
  });
  const { me } = record;
  async function finish() {
    const me = await updateVendorsMe({}, { vendorsOnboardingStep: DONE });
    setUser({ vendorsOnboardingStep: DONE });
    set({ ...latest.current, me });
  }
  const { view } = route.value.query;
  if (view === "preview") return html`<${Preview} kind=${kind} record=${record} />`;
  const next = html`<p>An administrator verifies your profile. From then on, you are in the
    directory of vendors and ambassadors.</p>`;
  return html`<${ProfileScreen} kind=${kind} title=${title} steps=${steps} editing=${editing}
      stored=${me.vendorsOnboardingStep} finish=${finish} next=${next}>
    <${Verification} tier=${me.vendorsVerificationTier} />
    ${me.vendorsVerificationTier !== "not-verified" && html`<p>All members find you in the${" "}
      <a href=${href(["vendors", me.id])}>directory</a>.</p>`}
    <p><a class="button" href=${href(["profile", kind], { view: "preview" })}>
      See it as others do</a></p>
  <//>`;
}

const valuesOf = ({ me, profile }) =>
  ({ ...profile, firstName: me.firstName, lastName: me.lastName });

function Preview({ kind, record }) {
  const { videoObjectPath, videoUrl } = record.profile;
  // The profile does not have the address of an uploaded video.
  const entry = { ...valuesOf(record), kind, videoUrl: !videoObjectPath && videoUrl };
  return html`<p class="notice">This is what others see of you.${" "}
      <a href=${href(["profile", kind])}>Back to your profile</a></p>
    <${Entry} entry=${entry}>
      ${videoObjectPath && html`<p><${PrivateFile} path=${videoObjectPath}>Your video<//></p>`}
    <//>`;
}
