type TextField = HTMLInputElement | HTMLTextAreaElement;

const firstValues = new Map<TextField, string>();

/** Notices what is typed on the page, also before its script woke, to be asked for by `isSomethingTyped`. Returns how to stop. */
export function watchTyping(): () => void {
  const enter = ({ target }: Pick<Event, "target">) => {
    for (const field of firstValues.keys()) if (!field.isConnected) firstValues.delete(field);
    if (isTextField(target) && !firstValues.has(target)) firstValues.set(target, target.value);
  };
  for (const field of document.querySelectorAll<TextField>("input, textarea")) {
    if (isTextField(field) && field.value !== field.defaultValue) firstValues.set(field, field.defaultValue);
  }
  enter({ target: document.activeElement });
  document.addEventListener("focusin", enter);
  return () => document.removeEventListener("focusin", enter);
}

/** Whether somebody typed into a field that is still on the page. What is only searched for does not count. */
export function isSomethingTyped(): boolean {
  return [...firstValues].some(([field, first]) => field.isConnected && field.value !== first && field.value.trim() !== "");
}

function isTextField(target: EventTarget | null): target is TextField {
  if (target instanceof HTMLTextAreaElement) return true;
  return target instanceof HTMLInputElement && target.type !== "search";
}
