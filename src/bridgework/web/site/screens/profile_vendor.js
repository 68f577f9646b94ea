// The own profile of a vendor or an ambassador, and how others see it.
import { getAmbassadorProfile, getVendorProfile, getVendorsMe, updateAmbassadorProfile,
  updateVendorProfile } from "../api/vendors.js";
import { ifUnchanged } from "../operation.js";
import { setUser, useRecord } from "../parts/record.js";
import { PrivateFile } from "../parts/upload.js";
import { href, html, route } from "../ui.js";
import { ProfileScreen, Verification, loaded, onward } from "./profile_parts.js";
import { AMBASSADOR_STEPS, VENDOR_STEPS } from "./profile_vendor_fields.js";
import { Entry } from "./vendors_entry.js";

export const VendorProfile = own("vendor", VENDOR_STEPS, getVendorProfile, updateVendorProfile);
export const AmbassadorProfile =
  own("ambassador", AMBASSADOR_STEPS, getAmbassadorProfile, updateAmbassadorProfile);

/** The component for a kind, whose profile `read` and `write` exchange with the API. */
function own(kind, steps, read, write) {
  async function load(_params, signal) {
    const [me, profile] = await Promise.all([getVendorsMe({}, signal), read({}, signal)]);
    return { me, profile };
  }
  async function send({ me, profile }, changes, next) {
    const step = onward(steps, me.vendorsOnboardingStep, next);
    const sent = { ...changes, ...(step && { vendorsOnboardingStep: step }) };
    const changed = await write({}, sent, ifUnchanged(profile));
    const { firstName, lastName, vendorsOnboardingStep } = { ...me, ...sent };
    const account = { firstName, lastName, vendorsOnboardingStep };
    setUser(account);
    return { me: { ...me, ...account }, profile: changed };
  }
  const component = ({ first }) => {
    const { record, editing } = useRecord(first, { load, valuesOf, send });
    return html`<${Profile} kind=${kind} steps=${steps} record=${record} editing=${editing} />`;
  };
  return loaded(load, component);
}

function Profile({ kind, steps, record, editing }) {
  const { me } = record;
  if (route.value.query.view === "preview") {
    return html`<${Preview} kind=${kind} record=${record} />`;
  }
  const next = html`<p>An administrator verifies your profile. From then on, you are in the
    directory of vendors and ambassadors.</p>`;
  return html`<${ProfileScreen} kind=${kind} steps=${steps} editing=${editing}
      title="Your profile as ${kind === "vendor" ? "a vendor" : "an ambassador"}"
      stored=${me.vendorsOnboardingStep} next=${next}>
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
