// The first screen of a member.
export { Home } from "./first_page.js";
