// What happened in the last days, as charts.
import { BarChart, Card, Choice, Loaded, When, date, html, number, read, useCall, useState, write }
  from "../../ui/library.js";
import { href } from "../router.js";
import { Bar } from "./pages.js";

/** The figures of `adminActivity`, and for how many days the server has them if not for ever. */
const FIGURES = {
  registrations: ["Registrations"], signIns: ["Sign-ins", 120], rolesPosted: ["Roles posted"],
  jobsPosted: ["Jobs posted"], roleApplications: ["Applications to roles"],
  jobApplications: ["Applications to jobs"], emailsSent: ["E-mails sent", 90],
};
const STEPS = { emailVerified: "E-mail address verified", verified: "Verified by an administrator",
  listed: "Listed in a directory", applied: "Applied", hired: "Hired" };
const PERIODS = [["30", "30 days"], ["90", "90 days"], ["365", "365 days"]];
/** Above this number of days, a bar is a week. */
const MOST_DAYS = 90;
const WEEK = 7;
const KEY = "bridgework-activity-days";

export function Activity() {
  const [period, setPeriod] = useState(() => read("localStorage", KEY) || "30");
  const state = useCall("adminActivity", { days: period });
  function choose(value) {
    write("localStorage", KEY, value);
    setPeriod(value);
  }
  return html`<${Card} title="Activity">
    <${Choice} label="Period" options=${PERIODS} value=${period} choose=${choose} />
    <${Loaded} state=${state}>
      ${({ days, funnel, administrators }) => [
        html`<${Funnel} key="funnel" ...${funnel} />`,
        html`<h3 key="title">Administrators</h3>`,
        html`<ul key="administrators" class="plain-list">${administrators.map(did)}</ul>`,
        ...Object.entries(FIGURES).map(([name, figure]) => chart(days, name, ...figure)),
      ]}
    <//>
    <p class="quiet">Each chart has a scale of its own. Days are those of UTC. Sign-ins are stored
      for 120 days, and e-mails for 90.</p>
  <//>`;
}

/** How far the accounts have come that registered in the period. */
function Funnel({ registered, ...steps }) {
  const step = ([name, title]) => html`<li key=${name}>
    <${Bar} value=${steps[name]} most=${registered}>
      ${title}: ${number(steps[name])} (${Math.round((steps[name] / registered) * 100) || 0}%)<//>
  </li>`;
  return html`<h3>New accounts: ${number(registered)}</h3>
    <ol class="plain-list">${Object.entries(STEPS).map(step)}</ol>`;
}

/** What an administrator did, with a link to the audit log. */
const did = ({ id, name, entries, lastAt }) => html`<li key=${id}>
  <a href=${href(["audit"], { actor: id })}>${name}</a>: ${number(entries)}${" "}
  ${entries === 1 ? "entry" : "entries"} in the audit log
  ${lastAt && html`, the last one <${When} at=${lastAt} />`}
</li>`;

function chart(days, name, title, kept = days.length) {
  const values = days.slice(-kept).map((day) => ({ date: day.date, value: day[name] }));
  const isByWeek = values.length > MOST_DAYS;
  return html`<${BarChart} key=${name} title=${isByWeek ? `${title} by week` : title}
    bars=${(isByWeek ? byWeek(values) : values).map(bar)} />`;
}

const bar = ({ date: day, value }) => ({ label: date(day), value });

/** The sums of seven days each, by the first day. The last week ends today. */
function byWeek(days) {
  const weeks = [];
  for (let end = days.length; end > 0; end -= WEEK) {
    const week = days.slice(Math.max(0, end - WEEK), end);
    weeks.unshift({ date: week[0].date, value: week.reduce((sum, { value }) => sum + value, 0) });
  }
  return weeks;
}
