// Keys that are commands.

/** Whether a key is pressed as a command: alone, and not where it is typed or in a dialog. */
export function isCommand({ target, ctrlKey, metaKey, altKey }) {
  const isTyped = target.closest?.("input:not([type=checkbox]), textarea, select, dialog");
  return !isTyped && !ctrlKey && !metaKey && !altKey;
}
