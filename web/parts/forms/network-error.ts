import { data, isRouteErrorResponse } from "react-router";
import { type MessageKey, sentence } from "#shop/messages.ts";
import type { FailureKey } from "#web/say.ts";
import { noticeSessionGone } from "./session-gone.ts";

/** The shop did not answer at all, or not in its own words: said by the browser itself. */
export type Unreached = { ok: false; kind: "unreached"; code: MessageKey; sentence: string };

type PlainKey = Extract<
  FailureKey,
  | "failedToProcessRequest"
  | "failedToUpdateVerification"
  | "failedToCancelOrder"
  | "failedToDeleteProduct"
  | "networkNotOk"
  | "failedToSaveSettings"
  | "failedToSendMessage"
  | "failedToChangeMessage"
  | "failedToShowLetter"
  | "failedToSendLetter"
  | "failedToChangeName"
  | "failedToChangePassword"
  | "failedToDeleteAccount"
  | "failedToChangeAccount"
  | "failedToChangeSecondFactor"
  | "failedToLogOutDevice"
  | "failedToMakeApiKey"
  | "failedToRevokeApiKey"
  | "failedToSaveListener"
  | "failedToSendTest"
  | "failedToSendNotice"
  | "failedToMoveIn"
  | "failedToStopMoving"
>;

/**
 * Sends an action from the browser and turns a broken connection into `Failed to connect to server`, and an answer that is no word of the shop into
 * the sentence of `code`, so that the page and what was typed in it stay: as a failure, for the router would else load the page anew. Where the
 * guard found that the session is gone, the page asks to log in again in another tab. For a `clientAction`. [S8.4] [S4.10]
 */
export async function orUnreached<T>(code: PlainKey, serverAction: () => Promise<T>) {
  try {
    return await serverAction();
  } catch (cause) {
    if (cause instanceof Response) throw cause;
    if (isRouteErrorResponse(cause) && cause.status === 401) {
      noticeSessionGone();
      return unreached("logInAgain", 401);
    }
    return unreached(isRouteErrorResponse(cause) ? code : "failedToConnect", 503);
  }
}

function unreached(code: PlainKey | "failedToConnect" | "logInAgain", status: number) {
  return data<Unreached>({ ok: false, kind: "unreached", code, sentence: sentence(code) }, { status });
}
