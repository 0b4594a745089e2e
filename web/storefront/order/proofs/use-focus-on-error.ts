import { type RefObject, useEffect } from "react";

/** Focuses the first invalid field after each refusal. [S2.37] */
export function useFocusOnError(form: RefObject<HTMLFormElement | null>, no: object | null): void {
  useEffect(() => {
    if (no) form.current?.querySelector<HTMLElement>("[aria-invalid]")?.focus();
  }, [form, no]);
}
