import { toast } from "#web/ui/toast.tsx";
import { orNetworkError } from "./network-error.ts";

/** Lets the form close its dialog first: text outside an open dialog is not announced. */
const FORM_FIRST_MS = 100;

/**
 * Like `orNetworkError`, and shows a success as a toast. The toast comes from here because the form
 * may be gone when the answer arrives: a live update may have reloaded the page without it.
 * Refusals are left to the form. For the `clientAction` of a form that uses `useAnswer`. [S8.2]
 */
export async function sayOrNetworkError<T extends { ok: boolean; sentence?: string | null }>(
  code: Parameters<typeof orNetworkError>[0],
  serverAction: () => Promise<T>,
) {
  const answer = await orNetworkError(code, serverAction);
  if ("ok" in answer && answer.ok && answer.sentence) setTimeout(toast, FORM_FIRST_MS, answer.sentence);
  return answer;
}
