import { toast } from "#web/ui/toast.tsx";
import { orUnreached } from "./or-unreached.ts";

/** The form closes its dialog first: while one is open, what appears beside it is not said aloud. */
const FORM_FIRST_MS = 100;

/**
 * As `orUnreached`, and says at the foot of the screen what was granted. Here and not in the form, for that may be gone before its answer comes: a page
 * that follows what happens may have loaded itself anew without it. A no is left to the form. For the `clientAction` of a form of `useAnswer`. [S8.2]
 */
export async function sayOrUnreached<T extends { ok: boolean; sentence?: string | null }>(
  code: Parameters<typeof orUnreached>[0],
  serverAction: () => Promise<T>,
) {
  const answer = await orUnreached(code, serverAction);
  if ("ok" in answer && answer.ok && answer.sentence) setTimeout(toast, FORM_FIRST_MS, answer.sentence);
  return answer;
}
