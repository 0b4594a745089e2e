import { noteProgress } from "./noted-progress.ts";
import type { ProductAnswer } from "./product-answer.ts";

/** What comes back of a long deed: how far it is, and last the answer. */
export type ToldLine = { done: number; of: number } | { answer: ProductAnswer };

/**
 * Sends a form to `address`/progress, where the shop tells how far it is with it. All that is not in order is left to the page's own action, which says
 * it: nothing has been done then. Rejects when the connection breaks. For a `clientAction`.
 */
export async function sendTold<T>(address: string, form: FormData, serverAction: () => Promise<T>): Promise<T | ProductAnswer> {
  noteProgress(address, { step: "sending", done: 0, of: 1 });
  try {
    return (await send(address, form)) ?? (await serverAction());
  } finally {
    noteProgress(address, null);
  }
}

/** Null where the shop answers anything but lines. Only this way the browser tells how much of a form has left. */
function send(address: string, form: FormData): Promise<ProductAnswer | null> {
  return new Promise((resolve, reject) => {
    const sending = new XMLHttpRequest();
    const broken = () => reject(new TypeError("the connection broke"));
    sending.upload.onprogress = ({ loaded, total }) => noteProgress(address, { step: "sending", done: loaded, of: total });
    sending.onprogress = () => {
      const line = lastLine(sending);
      if (line && "of" in line) noteProgress(address, { step: "doing", ...line });
    };
    sending.onload = () => {
      if (!isTold(sending)) return resolve(null);
      const line = lastLine(sending);
      if (line && "answer" in line) resolve(line.answer);
      else broken();
    };
    sending.onerror = broken;
    sending.onabort = broken;
    sending.open("POST", `${address}/progress`);
    sending.send(form);
  });
}

function isTold(sending: XMLHttpRequest): boolean {
  return sending.status === 200 && (sending.getResponseHeader("Content-Type") ?? "").startsWith("application/x-ndjson");
}

/** The last line that has arrived whole. */
function lastLine(sending: XMLHttpRequest): ToldLine | null {
  if (!isTold(sending)) return null;
  const text = sending.responseText.slice(0, Math.max(0, sending.responseText.lastIndexOf("\n")));
  return text === "" ? null : JSON.parse(text.slice(text.lastIndexOf("\n") + 1));
}
