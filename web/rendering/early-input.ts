type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

/**
 * Remembers the form fields of the server's HTML. If something changed the page before hydration,
 * such as a password manager, React renders it again with empty fields. The returned function then
 * copies what was typed into the new fields. [S8.4]
 */
export function saveEarlyInput(): () => void {
  const before = fieldsByPlace();
  const focused = document.activeElement;
  return () => {
    const now = fieldsByPlace();
    for (const [place, field] of before) {
      const twin = now.get(place);
      if (field.isConnected || !twin || twin === field) continue;
      takeOver(twin, field);
      if (field === focused) twin.focus({ preventScroll: true });
      before.set(place, twin);
    }
  };
}

/** The form fields by form, name and position among those of the same name. */
function fieldsByPlace(): Map<string, Field> {
  const fields = new Map<string, Field>();
  for (const field of document.querySelectorAll<Field>("input:not([type=hidden]), textarea, select")) {
    const isChoice = field.type === "radio" || field.type === "checkbox";
    const place = [field.form?.getAttribute("action"), field.name, isChoice && field.value].join(" ");
    let nth = 0;
    while (fields.has(`${place} ${nth}`)) nth += 1;
    fields.set(`${place} ${nth}`, field);
  }
  return fields;
}

function takeOver(twin: Field, field: Field): void {
  if (twin instanceof HTMLInputElement && field instanceof HTMLInputElement) {
    if (field.type === "radio" || field.type === "checkbox") {
      if (twin.checked !== field.checked && (field.checked || field.type === "checkbox")) twin.click();
      return;
    }
    if (field.type === "file") {
      if (!field.files?.length) return;
      twin.files = field.files;
      sayChanged(twin);
      return;
    }
  }
  if (twin.value === field.value) return;
  // React tracks the element's own `value` property, so set it through the prototype, as typing
  // does.
  Object.getOwnPropertyDescriptor(Object.getPrototypeOf(twin), "value")?.set?.call(twin, field.value);
  sayChanged(twin);
}

/** Dispatches what the browser does when somebody changes a field. */
function sayChanged(field: Field): void {
  for (const type of ["input", "change"]) field.dispatchEvent(new Event(type, { bubbles: true }));
}
