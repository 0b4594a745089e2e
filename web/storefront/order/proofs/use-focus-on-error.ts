import { type RefObject, useEffect } from "react";

/** Brings the first field at fault before the reader's eyes, at each new no. [S2.37] */
export function useFocusOnFault(form: RefObject<HTMLFormElement | null>, no: object | null): void {
  useEffect(() => {
    if (no) form.current?.querySelector<HTMLElement>("[aria-invalid]")?.focus();
  }, [form, no]);
}
