import { data, isRouteErrorResponse } from "react-router";
import { loadedTexts } from "#web/page-texts.ts";
import { reportSessionGone } from "../session/session-gone.ts";

/** A network error: the shop did not answer, or something else answered in its place. */
export type NetworkFailure = { ok: false; kind: "networkError"; code: NetworkErrorKey; sentence: string };

/** What was attempted, as the key of the sentence that says that it failed. */
type PlainKey =
  | "failedToProcessRequest"
  | "failedToUpdateVerification"
  | "failedToCancelOrder"
  | "failedToDeleteProduct"
  | "networkNotOk"
  | "failedToSaveSettings"
  | "failedToSendMessage"
  | "failedToJoinWaitlist"
  | "failedToConfirmWaiting"
  | "failedToUnsubscribe"
  | "failedToChangeMessage"
  | "failedToShowEmail"
  | "failedToResendEmail"
  | "failedToChangeName"
  | "failedToChangePassword"
  | "failedToDeleteAccount"
  | "failedToChangeAccount"
  | "failedToChangeSecondFactor"
  | "failedToLogOutDevice"
  | "failedToMakeApiKey"
  | "failedToRevokeApiKey"
  | "failedToInvite"
  | "failedToAddForwarder"
  | "failedToRevokeForwarder"
  | "failedToWithdrawInvitation"
  | "failedToSaveSubscription"
  | "failedToSavePage"
  | "failedToSendTest"
  | "failedToResendDelivery"
  | "failedToImportOldShop"
  | "failedToStopMigration";
type NetworkErrorKey = PlainKey | "failedToConnect" | "logInAgain";

/**
 * Runs a server action in a `clientAction` so that the page and what was typed survive a broken
 * connection. A network error becomes `Failed to connect to server`, a response that is not the
 * shop's becomes the sentence of `code`. When the session ended, the page asks to log in again in
 * another tab. [S8.4] [S4.10]
 */
export async function orNetworkError<T>(code: PlainKey, serverAction: () => Promise<T>) {
  try {
    return await serverAction();
  } catch (cause) {
    if (cause instanceof Response) throw cause;
    if (isRouteErrorResponse(cause) && cause.status === 401) {
      reportSessionGone();
      return networkError("logInAgain", 401);
    }
    return networkError(isRouteErrorResponse(cause) ? code : "failedToConnect", 503);
  }
}

/** The `clientAction` of a form that leaves its page, or says its success itself. */
export function withoutToast(code: PlainKey, send: Send = (serverAction) => serverAction()) {
  return ({ serverAction }: { serverAction: () => Promise<unknown> }) => orNetworkError(code, () => send(serverAction));
}

/** How a server action is sent, such as with a time-out. */
export type Send = <T>(serverAction: () => Promise<T>) => Promise<T>;

function networkError(code: NetworkErrorKey, status: number) {
  return data<NetworkFailure>({ ok: false, kind: "networkError", code, sentence: loadedTexts("site")(code) }, { status });
}
