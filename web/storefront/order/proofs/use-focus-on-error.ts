import type { RefObject } from "react";
import { useFocusOnRefusal } from "#web/parts/forms/use-focus-on-refusal.ts";

/** Focuses the first invalid field after each refusal. [S2.37] */
export function useFocusOnError(form: RefObject<HTMLFormElement | null>, no: object | null): void {
  useFocusOnRefusal(no, () => form.current?.querySelector<HTMLElement>("[aria-invalid]"));
}
