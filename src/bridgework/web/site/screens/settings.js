// The caller's own account: a section of the settings has an address of its own.
import { clearProfileMember, getProfile, updateMe, updateProfileDetails } from "../api/account.js";
import { deleteAsset } from "../api/uploads.js";
import { NAMES, PHONE } from "../parts/account_fields.js";
import { Upload, toFolder } from "../parts/upload.js";
import { Action, Form, Loaded, Missing, Portrait, ask, changed, changes, href, html, nameOf,
  session, setSession, useApi, useEffect, useFollowing, useRef, useTitle } from "../ui.js";
import { Contact } from "./settings_contact.js";
import { Data, Emails } from "./settings_data.js";
import { Devices, Email, Password } from "./settings_security.js";

const AVATARS = "user-avatars";
const SECTIONS = {
  account: ["Name and picture", Account],
  email: ["E-mail address", Email],
  password: ["Password", Password],
  sessions: ["Devices", Devices],
  emails: ["E-mails you get", Emails],
  contact: ["Contact", Contact],
  data: ["Your data", Data],
};

export function Settings({ id = "account", part }) {
  const [label, Section] = part ? [] : SECTIONS[id] ?? [];
  const nav = useRef(null);
  useTitle(label);
  useEffect(() => {
    // On phones, the sections are in a row that scrolls.
    nav.current?.querySelector("[aria-current]").scrollIntoView({ block: "nearest" });
  }, [id]);
  if (!label) {
    return html`<${Missing} title="Page not found" text="The settings have no such section." />`;
  }
  const link = ([key, [text]]) => html`<li key=${key}>
    <a href=${href(["settings", key])} aria-current=${key === id ? "page" : undefined}>${text}</a>
  </li>`;
  return html`<div class="aside settings">
    <nav ref=${nav} aria-label="Settings"><ul class="plain-list">${Object.entries(SECTIONS).map(link)}</ul></nav>
    <section><h1 tabindex="-1">${label}</h1><${Section} /></section>
  </div>`;
}

function Account() {
  const state = useApi(getProfile, {});
  return html`<${Loaded} state=${state}>${(data) => html`
    <${PictureOf} person=${data} reload=${state.reload} />
    <${Names} data=${data} reload=${state.reload} />
  `}<//>`;
}

async function update(members) {
  const user = await updateMe({}, members);
  setSession({ ...session.value, user });
}

/** Delete the file of a picture. A file that another record uses stays. */
function deletePicture(url) {
  const objectPath = url?.slice(url.indexOf(`${AVATARS}/`));
  return objectPath ? deleteAsset({}, { objectPath }).catch(() => {}) : null;
}

/** The picture of the account, and the ways to change it. */
export function PictureOf({ person, reload }) {
  const { avatarUrl } = person;
  async function replace({ fileUrl }) {
    await update({ avatarUrl: fileUrl });
    await deletePicture(avatarUrl);
    changed("Your picture was changed.", reload);
  }
  const remove = () => ask({
    title: "Remove your picture?", label: "Remove", danger: true,
    text: "It is deleted, and others see the first letters of your name in its place.",
    submit: async () => {
      await update({ avatarUrl: "" });
      await deletePicture(avatarUrl);
    },
    done: "Your picture was removed.", reload,
  });
  return html`<div class="picture-of">
    <${Portrait} url=${avatarUrl} name=${nameOf({ ...session.value.user, ...person })} large />
    <div>
      <${Upload} label="Picture" upload=${toFolder(AVATARS)} onDone=${replace}
        hint="Everybody can see it. It is shown as a square." />
      ${avatarUrl && html`<p><${Action} kind="link" run=${remove}>Remove the picture<//></p>`}
    </div>
  </div>`;
}

function Names({ data, reload }) {
  const [latest, setLatest] = useFollowing(data); // what is saved, before it is loaded again
  const { firstName, lastName, profile } = latest;
  const { countryCode, phoneNumber } = profile;
  const former = { firstName, lastName, countryCode, phoneNumber };
  async function save(values) {
    const trimmed = Object.entries(values).map(([name, text]) => [name, text?.trim() ?? ""]);
    const { countryCode, phoneNumber, ...names } = changes(former, Object.fromEntries(trimmed));
    const phone = Object.entries({ countryCode, phoneNumber })
      .filter(([, value]) => value !== undefined);
    const set = Object.fromEntries(phone.filter(([, value]) => value));
    const cleared = phone.filter(([, value]) => value === null);
    if (Object.keys(set).length > 0) await updateProfileDetails({}, set);
    for (const [name] of cleared) await clearProfileMember({ name });
    const given = Object.entries(names).map(([name, value]) => [name, value ?? ""]);
    if (given.length > 0) await update(Object.fromEntries(given));
    setLatest({ ...latest, ...names, profile: { ...profile, ...Object.fromEntries(phone) } });
    changed("Saved.", reload);
  }
  return html`<div class="names">
    <${Form} fields=${[...NAMES, ...PHONE]} values=${former} submit=${save} />
    <p class="quiet">Others do not see your phone number.</p>
  </div>`;
}
