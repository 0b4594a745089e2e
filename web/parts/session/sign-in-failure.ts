import { data, isRouteErrorResponse } from "react-router";
import { loadedTexts } from "#web/page-texts.ts";
import type { SaidFields } from "#web/say.ts";
import { inTime } from "./auth-timeout.ts";

/** Why a login was refused: general sentence, reason, fields, and the typed address. [S8.3] */
export type NotLetIn = SaidFields & { general: string | null; sentence: string | null; field: string | null; email: string };

/**
 * Sends a form that signs somebody in. A network error or timeout returns `failedToConnect`, a
 * response that is not the shop's returns the general sentence. What was typed stays. [S8.3] [S9.4]
 */
export async function sendInTime<T>(send: () => Promise<T>, general: string) {
  try {
    return await inTime(send);
  } catch (cause) {
    if (!(cause instanceof TypeError) && !isRouteErrorResponse(cause)) throw cause;
    const sentence = cause instanceof TypeError ? loadedTexts("site")("failedToConnect") : null;
    const why: NotLetIn = { general, sentence, field: null, email: "" };
    // After an error status the router does not revalidate.
    return data(why, { status: 503 });
  }
}
