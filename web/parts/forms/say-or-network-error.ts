import { toast } from "#web/ui/toast.tsx";
import { orNetworkError, type Send } from "./network-error.ts";

/** Lets the form close its dialog first: text outside an open dialog is not announced. */
const FORM_FIRST_MS = 100;

/**
 * Like `orNetworkError`, and shows a success as a toast for `stayMs`, and what `more` says of it as
 * others. The toast comes from here because the form may be gone when the answer arrives: a live
 * update or another form's reload may have loaded the page without it. Refusals are left to the
 * form. For the `clientAction` of a form that stays on its page. [S8.2]
 */
export async function sayOrNetworkError<T extends { ok: boolean; sentence?: string | null }>(
  code: Parameters<typeof orNetworkError>[0],
  serverAction: () => Promise<T>,
  { more = () => [], stayMs }: { more?: (answer: T) => string[]; stayMs?: number } = {},
) {
  const answer = await orNetworkError(code, serverAction);
  if (!("ok" in answer) || !answer.ok) return answer;

  const sentences = [answer.sentence, ...more(answer)].filter((sentence) => sentence);
  setTimeout(() => {
    for (const [at, sentence] of sentences.entries()) toast(sentence ?? "", at === 0 ? { stayMs } : {});
  }, FORM_FIRST_MS);
  return answer;
}

/** The `clientAction` of a form that stays on its page: its success is a toast. [S8.2] */
export function withToast(code: Parameters<typeof orNetworkError>[0], send: Send = (serverAction) => serverAction()) {
  return <T extends { ok: boolean; sentence?: string | null }>({ serverAction }: { serverAction: () => Promise<T> }) =>
    sayOrNetworkError(code, () => send(serverAction));
}
