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
 * Whether loading the page as a whole document would take something away: text, a file or a choice,
 * an open dialog, or a decision that can still be undone. A field need not have had the focus, which
 * some browsers give to no button.
 */
export function isInUse(): boolean {
  const isAny = <Field extends Element>(fields: string, isChanged: (field: Field) => boolean) =>
    [...document.querySelectorAll<Field>(fields)].some(isChanged);
  return (
    isSomethingTyped() ||
    isAny<HTMLInputElement>("input:is([type=checkbox], [type=radio])", (field) => field.checked !== field.defaultChecked) ||
    isAny<HTMLInputElement>("input[type=file]", ({ files }) => !!files?.length) ||
    isAny<HTMLTextAreaElement>("textarea", (field) => field.value !== field.defaultValue.replace(/\r\n?/g, "\n")) ||
    isAny("select", isOtherChosen) ||
    isDecisionHeld() ||
    document.querySelector("dialog[open]") !== null
  );
}

/** Whether an admin can still undo a decision, which leaving the page would send. [S12.5] */
export function isDecisionHeld(): boolean {
  return document.querySelector(".undo-bar") !== null;
}

/** A browser chooses the first option that can be chosen where the page chooses none. */
function isOtherChosen({ options, selectedIndex }: HTMLSelectElement): boolean {
  const all = [...options];
  return all[selectedIndex] !== (all.find((option) => option.defaultSelected) ?? all.find((option) => !option.disabled));
}

function isTextField(target: EventTarget | null): target is TextField {
  return target instanceof Element && target.matches(TEXT_FIELDS);
}
