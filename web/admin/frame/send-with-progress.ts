import type { ProductAnswer } from "../products/product-answer.ts";
import { recordProgress } from "./progress-store.ts";

/** One line of a streamed answer: the progress, and last the result. */
export type ProgressLine<A = ProductAnswer> = { done: number; of: number } | { answer: A };

/**
 * Sends a form to `address`/progress, which streams the progress. If the shop refuses before it
 * starts, nothing has been done, and `serverAction` returns the reason. Rejects if the connection
 * breaks. For a `clientAction`.
 */
export async function sendWithProgress<T, A = ProductAnswer>(
  address: string,
  form: FormData,
  serverAction: () => Promise<T>,
): Promise<T | A> {
  recordProgress(address, { step: "sending", done: 0, of: 1 });
  try {
    return (await send<A>(address, form)) ?? (await serverAction());
  } finally {
    recordProgress(address, null);
  }
}

/** Null if the answer is no stream of lines. Only `XMLHttpRequest` reports upload progress. */
function send<A>(address: string, form: FormData): Promise<A | null> {
  return new Promise((resolve, reject) => {
    const sending = new XMLHttpRequest();
    const broken = () => reject(new TypeError("the connection broke"));
    sending.upload.onprogress = ({ loaded, total }) => recordProgress(address, { step: "sending", done: loaded, of: total });
    sending.onprogress = () => {
      const line = lastLine<A>(sending);
      if (line && "of" in line) recordProgress(address, { step: "doing", ...line });
    };
    sending.onload = () => {
      if (!isStreamed(sending)) return resolve(null);
      const line = lastLine<A>(sending);
      if (line && "answer" in line) resolve(line.answer);
      else broken();
    };
    sending.onerror = broken;
    sending.onabort = broken;
    sending.open("POST", `${address}/progress`);
    sending.send(form);
  });
}

function isStreamed(sending: XMLHttpRequest): boolean {
  return sending.status === 200 && (sending.getResponseHeader("Content-Type") ?? "").startsWith("application/x-ndjson");
}

/** The last complete line. */
function lastLine<A>(sending: XMLHttpRequest): ProgressLine<A> | null {
  if (!isStreamed(sending)) return null;
  const text = sending.responseText.slice(0, Math.max(0, sending.responseText.lastIndexOf("\n")));
  return text === "" ? null : JSON.parse(text.slice(text.lastIndexOf("\n") + 1));
}
