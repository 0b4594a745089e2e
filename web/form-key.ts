import { createContext, use, useState, useSyncExternalStore } from "react";

/** The hidden field that carries the key. */
export const FORM_KEY_FIELD = "idempotencyKey";

/** While the server draws a page: the key of its form. It stands nowhere else in the page, so that a page that was made once can be given to each visitor with another one. */
export const FormKey = createContext<string | null>(null);

/**
 * The key under which a form is sent once, however often it is sent: a new one each time the form is drawn. A page that wakes up keeps the one that it came with.
 */
export function useFormKey(): string {
  const given = use(FormKey);
  const isWaking = useSyncExternalStore(
    () => () => {},
    () => false,
    () => true,
  );
  const [key] = useState(() => given || (isWaking && keyInPage()) || newKey());
  return key;
}

function keyInPage(): string | undefined {
  return document.querySelector<HTMLInputElement>(`[name=${FORM_KEY_FIELD}]`)?.value;
}

/** 16 or more digits: `crypto.randomUUID` is there on https alone. */
function newKey(): string {
  return crypto.getRandomValues(new Uint32Array(8)).join("");
}
