import { redirect } from "react-router";
import { PROGRESS_LINES, type ProgressLine } from "./progress-lines.ts";
import { recordProgress } from "./progress-store.ts";

/**
 * Sends a form to an action that streams its progress. If the shop refuses before the action
 * begins, nothing has been done, and `serverAction` returns the reason. Rejects if the connection
 * breaks, and throws the redirect of the action. For a `clientAction`.
 */
export async function sendWithProgress<T>(address: string, form: FormData, serverAction: () => Promise<T>): Promise<T> {
  recordProgress(address, { step: "sending", done: 0, of: 1 });
  try {
    const last = await send<T>(address, form);
    if (last === null) return await serverAction();
    if ("to" in last) throw redirect(last.to);
    return last.answer;
  } finally {
    recordProgress(address, null);
  }
}

type LastLine<T> = Exclude<ProgressLine<T>, { of: number }>;

/** Null if the answer is no stream of lines. Only `XMLHttpRequest` reports upload progress. */
function send<T>(address: string, form: FormData): Promise<LastLine<T> | null> {
  return new Promise((resolve, reject) => {
    const sending = new XMLHttpRequest();
    const broken = () => reject(new TypeError("the connection broke"));
    sending.upload.onprogress = ({ loaded, total }) => recordProgress(address, { step: "sending", done: loaded, of: total });
    sending.onprogress = () => {
      const line = lastLine<T>(sending);
      if (line && "of" in line) recordProgress(address, { step: "doing", ...line });
    };
    sending.onload = () => {
      if (!isStreamed(sending)) return resolve(null);
      const line = lastLine<T>(sending);
      if (line && !("of" in line)) resolve(line);
      else broken();
    };
    sending.onerror = broken;
    sending.onabort = broken;
    // At this address the router runs the action alone, without the page around it.
    sending.open("POST", `${address}.data`);
    sending.setRequestHeader("Accept", PROGRESS_LINES);
    sending.send(form);
  });
}

function isStreamed(sending: XMLHttpRequest): boolean {
  return sending.status === 200 && (sending.getResponseHeader("Content-Type") ?? "").startsWith(PROGRESS_LINES);
}

/** The last complete line. */
function lastLine<T>(sending: XMLHttpRequest): ProgressLine<T> | null {
  if (!isStreamed(sending)) return null;
  const text = sending.responseText.slice(0, Math.max(0, sending.responseText.lastIndexOf("\n")));
  return text === "" ? null : JSON.parse(text.slice(text.lastIndexOf("\n") + 1));
}
