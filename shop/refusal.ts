import { type MessageKey, type MessageWords, sentence } from "./messages.ts";

/** Why the shop says no. Each door has one exhaustive table from these to its statuses. */
export type RefusalKind =
  | "unreadable"
  | "invalid"
  | "missing"
  | "conflict"
  | "forbidden"
  | "tooLarge"
  | "unsupported"
  | "unauthenticated"
  | "limited"
  | "busy";

const kinds = {
  bodyUnreadable: "unreadable",
  orderNotFound: "missing",
  productNotFound: "missing",
  productDetailsNotFound: "missing",
  proofNotFound: "missing",
  accountNotFound: "missing",
  resetLinkInvalid: "missing",
  notFound: "missing",
  messageNotFound: "missing",
  letterNotFound: "missing",
  exportNotFound: "missing",
  exportProductNotFound: "missing",
  listenerNotFound: "missing",
  noticeNotFound: "missing",
  noticeOnItsWay: "conflict",
  listenerIsNoWebhook: "conflict",
  tooManyListeners: "conflict",
  letterNotFailed: "conflict",
  mailNotSetUp: "conflict",
  letterOfAdmin: "forbidden",
  invalidQuantity: "conflict",
  priceChanged: "conflict",
  paymentMethodOff: "conflict",
  sampleNotForSale: "conflict",
  orderNotPending: "conflict",
  orderNotOrdinary: "conflict",
  idWithOtherOrder: "conflict",
  idOfOtherProduct: "conflict",
  idsAddedInPart: "conflict",
  batchUndone: "conflict",
  batchNotFound: "missing",
  batchNotDraft: "conflict",
  batchHasLeft: "conflict",
  batchTookNothing: "conflict",
  idSetAside: "conflict",
  verificationFailedConfirm: "conflict",
  productHasPendingOrders: "conflict",
  samplesHavePendingOrders: "conflict",
  productNotDeleted: "conflict",
  restoringTooLate: "conflict",
  productChangedMeanwhile: "conflict",
  settingsChangedMeanwhile: "conflict",
  noIdAvailable: "conflict",
  moreIdsMatch: "conflict",
  noNewProofNeeded: "conflict",
  orderHasOwner: "conflict",
  orderNotApproved: "conflict",
  idNotDelivered: "conflict",
  idAlreadyInOrder: "conflict",
  noFreeIdLeft: "conflict",
  tooManyOrdersWaiting: "conflict",
  tooManyIdsHeld: "conflict",
  proofChanged: "conflict",
  emailInUse: "conflict",
  lastAdmin: "conflict",
  imageNotItsOwn: "conflict",
  orderNotForYou: "forbidden",
  linkThereAlready: "conflict",
  movingUnderway: "conflict",
  accountSetAside: "conflict",
  movingPieceMisplaced: "conflict",
  movingRunNotFound: "missing",
  movingOver: "conflict",
  movingNoRoom: "conflict",
  movingDiskFull: "conflict",
  adminsOnly: "forbidden",
  foreignOrigin: "forbidden",
  accountDisabled: "forbidden",
  signInFirst: "unauthenticated",
  apiKeyInvalid: "unauthenticated",
  apiKeyLacksScope: "forbidden",
  apiKeyNotForThis: "forbidden",
  apiKeyNotFound: "missing",
  tooManyApiKeys: "conflict",
  invalidEmailOrPassword: "unauthenticated",
  wrongPair: "unauthenticated",
  logInAgain: "unauthenticated",
  secondFactorFirst: "forbidden",
  secondFactorOn: "conflict",
  setUpAgain: "conflict",
  tooManyFirstCodes: "conflict",
  tooManyCodes: "limited",
  proofTooBig: "tooLarge",
  movingFileTooBig: "tooLarge",
  bodyTooLarge: "tooLarge",
  imageTooBig: "tooLarge",
  idsFileTooBig: "tooLarge",
  proofNotAnImage: "unsupported",
  unsupportedBody: "unsupported",
  imageNotAPicture: "unsupported",
  idsFileNotText: "unsupported",
  tooManyRequests: "limited",
  proofsBusy: "busy",
  imagesBusy: "busy",
  uploadsBusy: "busy",
  shopUnavailable: "busy",
} as const satisfies Partial<Record<MessageKey, RefusalKind>>;

/** The shop says no: returned, never thrown. `code` is the key of its sentence; `field` names the form field it is about. */
export type Refusal<C extends MessageKey = MessageKey> = {
  ok: false;
  kind: RefusalKind;
  code: C;
  sentence: string;
  field?: string;
  /** After how many seconds it is worth another try. */
  retryAfter?: number;
};

export type Granted<T> = { ok: true; value: T };
export type Result<T, C extends MessageKey = MessageKey> = Granted<T> | Refusal<C>;

/** The shop says yes, with what came of it. */
export function granted<T>(value: T): Granted<T> {
  return { ok: true, value };
}

/** The shop says no, in the sentence of `code`. What is not listed in `kinds` is `invalid`. */
export function refused<C extends MessageKey>(code: C, ...words: MessageWords<C>): Refusal<C> {
  const kind: RefusalKind = (kinds as Partial<Record<MessageKey, RefusalKind>>)[code] ?? "invalid";
  return { ok: false, kind, code, sentence: sentence(code, ...words) };
}

/** The same refusal, with how long to wait before another try. */
export function afterMs<R extends Refusal>(refusal: R, waitMs: number): R {
  return { ...refusal, retryAfter: Math.max(1, Math.ceil(waitMs / 1_000)) };
}

/** The same refusal, said beside a form field. */
export function about<R extends Refusal>(refusal: R, field: string): R {
  return { ...refusal, field };
}
