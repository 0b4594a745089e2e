import { data } from "react-router";
import { AUTH_TIMEOUT_MOBILE_MS, AUTH_TIMEOUT_MS } from "#shop/constants.ts";
import { messages } from "#shop/messages.ts";

/** Why somebody was not let in: the general sentence, the one under it, beside which field it stands, and the address that was typed. [S8.3] */
export type NotLetIn = { general: string | null; sentence: string | null; field: string | null; email: string };

/** How long an authentication request may take: longer on a mobile. [S9.4] */
export function authTimeout(): number {
  return matchMedia("(pointer: coarse)").matches ? AUTH_TIMEOUT_MOBILE_MS : AUTH_TIMEOUT_MS;
}

/** Sends a form that signs somebody in; says that the shop was not reached when the network breaks or nothing comes in time. [S8.3] [S9.4] */
export async function sendInTime<T>(send: () => Promise<T>, general: string) {
  const why: NotLetIn = { general, sentence: messages.failedToConnect, field: null, email: "" };
  // By this status the router knows that nothing has changed, and loads nothing again.
  const notReached = data(why, { status: 503 });
  let timer: ReturnType<typeof setTimeout> | undefined;
  const tooLate = new Promise<typeof notReached>((resolve) => {
    timer = setTimeout(resolve, authTimeout(), notReached);
  });
  try {
    return await Promise.race([send(), tooLate]);
  } catch (cause) {
    if (cause instanceof TypeError) return notReached;
    throw cause;
  } finally {
    clearTimeout(timer);
  }
}
