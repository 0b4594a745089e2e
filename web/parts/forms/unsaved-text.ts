type TextField = HTMLInputElement | HTMLTextAreaElement;

/** Text that would be lost; searches, choices and hidden fields do not count. */
const TEXT_FIELDS = "textarea, input:not([type=search], [type=checkbox], [type=radio], [type=hidden])";

const firstValues = new Map<TextField, string>();

/** Tracks typing, also before hydration, for `isSomethingTyped`. Returns how to stop. */
export function watchTyping(): () => void {
  const enter = ({ target }: Pick<Event, "target">) => {
    for (const field of firstValues.keys()) if (!field.isConnected) firstValues.delete(field);
    if (isTextField(target) && !firstValues.has(target)) firstValues.set(target, target.value);
  };
  for (const field of document.querySelectorAll<TextField>(TEXT_FIELDS)) {
    if (field.value !== field.defaultValue) firstValues.set(field, field.defaultValue);
  }
  enter({ target: document.activeElement });
  document.addEventListener("focusin", enter);
  return () => document.removeEventListener("focusin", enter);
}

/** Whether somebody typed into a field that is still on the page. */
export function isSomethingTyped(): boolean {
  return [...firstValues].some(([field, first]) => field.isConnected && field.value !== first && field.value.trim() !== "");
}

/**
 * Whether loading the page as a whole document would take something away: text, a choice that was
 * made, or an open dialog.
 */
export function isInUse(): boolean {
  const choices = document.querySelectorAll<HTMLInputElement>("input:is([type=checkbox], [type=radio])");
  return (
    isSomethingTyped() ||
    [...choices].some((field) => field.checked !== field.defaultChecked) ||
    document.querySelector("dialog[open]") !== null
  );
}

function isTextField(target: EventTarget | null): target is TextField {
  return target instanceof Element && target.matches(TEXT_FIELDS);
}
