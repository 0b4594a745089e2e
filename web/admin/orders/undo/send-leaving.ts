import { postForm } from "#web/page-scripts/post-form.ts";

/**
 * What a page may send while it is left, in bytes of all requests together; browsers refuse 64 KB.
 */
const LEAVING_MAX_BYTES = 60_000;

let sending = 0;
const waiting: (() => void)[] = [];

/**
 * Sends a decision so that it arrives although the page is left. What is too much at one time waits
 * until something arrived; if the page has ended by then, it is never sent. [S12.5]
 */
export async function sendLeaving(address: string, body: string): Promise<Response> {
  // Encoded forms have no other characters than those of ASCII.
  const bytes = body.length;
  while (sending > 0 && sending + bytes > LEAVING_MAX_BYTES) await new Promise<void>((resolve) => waiting.push(resolve));
  sending += bytes;
  try {
    return await postForm(address, body, { keepalive: bytes <= LEAVING_MAX_BYTES });
  } finally {
    sending -= bytes;
    for (const resolve of waiting.splice(0)) resolve();
  }
}
