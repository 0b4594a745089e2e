import { data, isRouteErrorResponse } from "react-router";
import { messages } from "#shop/messages.ts";
import { inTime } from "./in-time.ts";

/** Why somebody was not let in: the general sentence, the one under it, beside which field it stands, and the address that was typed. [S8.3] */
export type NotLetIn = { general: string | null; sentence: string | null; field: string | null; email: string };

/**
 * Sends a form that signs somebody in; says that the shop was not reached when the network breaks or nothing comes in time, and the general sentence
 * where something else answers in its place: what was typed stays. [S8.3] [S9.4]
 */
export async function sendInTime<T>(send: () => Promise<T>, general: string) {
  try {
    return await inTime(send);
  } catch (cause) {
    if (!(cause instanceof TypeError) && !isRouteErrorResponse(cause)) throw cause;
    const sentence = cause instanceof TypeError ? messages.failedToConnect : null;
    const why: NotLetIn = { general, sentence, field: null, email: "" };
    // By this status the router knows that nothing has changed, and loads nothing again.
    return data(why, { status: 503 });
  }
}
