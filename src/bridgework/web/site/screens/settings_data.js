// The e-mails that a member gets, the own data as a file, and the end of the account.
import { eraseMe, exportMe, getNotifications, updateNotifications } from "../api/account.js";
import { OWN_PASSWORD } from "../parts/account_fields.js";
import { saveFile } from "../../ui/upload.js";
import { Action, Loaded, ask, go, href, html, moment, report, setSession, show, useApi, useRef,
  useState } from "../ui.js";

const CHOICES = {
  applicationReceived: ["Applications to your postings", "Somebody applies, or withdraws."],
  applicationDecided: ["Your applications", "One is reviewed, invited, accepted or declined."],
  postingDecided: ["Your postings", "An administrator approves, rejects or closes one."],
  eventInvitation: ["Events", "You are invited, or an event of yours moves."],
  consultationDecided: ["Consultations", "You are asked for one, or one of yours is decided."],
  introduction: ["Introductions", "Somebody asks for one, invites you to apply, or accepts."],
  savedSearchAlert: ["Saved searches", "One of your searches has new results."],
};

export function Emails() {
  const state = useApi(getNotifications, {});
  return html`<p>You are told of all of this on the site as well. What may reach you by e-mail?</p>
    <${Loaded} state=${state}>${(data) => html`<${Choices} first=${data} />`}<//>
    <p class="quiet">Codes, and e-mails about the security of your account, cancelled events and
      hidden contributions, are always sent. How often a search writes is set
      at${" "}<a href=${href(["searches"])}>your saved searches</a>.</p>`;
}

function Choices({ first }) {
  const [chosen, setChosen] = useState(first);
  const [saved, setSaved] = useState("");
  const last = useRef(Promise.resolve());
  const inTurn = (work) => (last.current = last.current.catch(() => {}).then(work));
  async function choose(name, value) {
    setChosen((former) => ({ ...former, [name]: value }));
    try {
      await inTurn(() => updateNotifications({}, { [name]: value }));
      setSaved(`${CHOICES[name][0]}: ${value ? "on" : "off"}. Saved.`);
    } catch (error) {
      setChosen((former) => ({ ...former, [name]: !value }));
      report(error);
    }
  }
  const choice = ([name, [label, hint]]) => html`<li key=${name}><label>
    <span><b>${label}</b><span class="hint">${hint}</span></span>
    <input type="checkbox" role="switch" checked=${chosen[name]}
      onChange=${({ currentTarget }) => choose(name, currentTarget.checked)} />
  </label></li>`;
  return html`<ul class="rows plain-list switches">${Object.entries(CHOICES).map(choice)}</ul>
    <p class="quiet" role="status">${saved}</p>`;
}

export function Data() {
  return html`<${Export} /><${Erase} />`;
}

function Export() {
  const [text, setText] = useState("");
  async function save() {
    setText("Your data is being collected. This can take a moment.");
    try {
      const json = JSON.stringify(await exportMe(), null, 2);
      const name = `my-data-${new Date().toISOString().slice(0, 10)}.json`;
      saveFile(name, new Blob([json], { type: "application/json" }));
      setText(`${name} was saved.`);
    } catch (error) {
      setText("");
      throw error;
    }
  }
  return html`<h2>Download</h2>
    <p>Everything that is stored about you, in one JSON file: account, profile, applications, posts,
      messages to you and the log of what you did.</p>
    <p><${Action} run=${save}>Download my data<//></p>
    <p class="quiet" role="status">${text}</p>`;
}

function Erase() {
  async function erase(values) {
    const { erasesAt } = await eraseMe({}, values);
    setSession(null);
    go([]);
    // The dialog with the form closes first.
    setTimeout(() => show({
      title: "Your account will be erased",
      content: html`<p>It is hidden now, and erased on ${moment(erasesAt)}. To keep it, sign in
        before.</p>`,
    }));
  }
  const confirm = () => ask({
    title: "Erase your account?", label: "Erase my account", danger: true, fields: [OWN_PASSWORD],
    text: "It is hidden at once, and you are signed out everywhere. You have 14 days to return.",
    submit: erase,
  });
  return html`<div class="danger-zone">
    <h2>Erase the account</h2>
    <dl class="facts">
      <div><dt>What goes</dt><dd>Your account, profile, files, applications, saved searches, and the
        e-mails to you.</dd></div>
      <div><dt>What stays</dt><dd>Your posts, comments, articles and approved events, without your
        name.</dd></div>
      <div><dt>When</dt><dd>You are hidden and signed out at once, and erased in 14 days.</dd></div>
      <div><dt>Changed your mind?</dt><dd>Sign in within these 14 days: that cancels it.</dd></div>
    </dl>
    <p><${Action} kind="danger" run=${confirm}>Erase my account<//></p>
  </div>`;
}
