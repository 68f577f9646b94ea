// Keys that are commands. The reader can switch those off that are a single character: software
// that takes speech as keys, and a hand that slips, would press them.
import { signal } from "@preact/signals";
import { read, write } from "./storage.js";

const SETTING = "bridgework-keys";

/** Whether single characters are commands in this browser. */
export const areKeysOn = signal(read("localStorage", SETTING) !== "off");

export function setKeys(areOn) {
  write("localStorage", SETTING, areOn ? null : "off");
  areKeysOn.value = areOn;
}

/** Whether a key is pressed as a command: alone, and not where it is typed or below a dialog. */
export function isCommand({ key, target, ctrlKey, metaKey, altKey }) {
  if (key.length === 1 && !areKeysOn.value) return false;
  const isTyped = target.closest?.("input:not([type=checkbox]), textarea, select");
  const isBelow = document.querySelector("dialog[open]");
  return !isTyped && !isBelow && !ctrlKey && !metaKey && !altKey;
}
