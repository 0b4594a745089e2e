import type { KeyedText, Word } from "#messages/keyed-text.ts";
import type { KeyIn, WordsIn } from "#messages/texts.ts";

/** A key of the namespace `refusals`. */
export type RefusalCode = KeyIn<"refusals">;

/** What the placeholders of a text are filled in with: nothing, or one object of named values. */
export type TextWords<C extends RefusalCode> = WordsIn<"refusals", C, Word>;

/** The kinds of refusal. `refusalStatus` has the HTTP status of each. */
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
  noOrderDetailsFound: "missing",
  productNotFound: "missing",
  productDetailsNotFound: "missing",
  proofNotFound: "missing",
  receiptNotFound: "missing",
  creditNoteNotFound: "missing",
  accountNotFound: "missing",
  resetLinkInvalid: "missing",
  notFound: "missing",
  messageNotFound: "missing",
  emailNotFound: "missing",
  exportNotFound: "missing",
  backupNotAllowed: "conflict",
  shopSettled: "conflict",
  exportProductNotFound: "missing",
  subscriptionNotFound: "missing",
  deliveryNotFound: "missing",
  deliveryOnItsWay: "conflict",
  subscriptionIsNoWebhook: "conflict",
  tooManySubscriptions: "conflict",
  pushDeviceNotFound: "missing",
  tooManyPushDevices: "conflict",
  emailNotFailed: "conflict",
  mailNotSetUp: "conflict",
  productInStock: "conflict",
  waitlistLinkInvalid: "missing",
  emailOfAdmin: "forbidden",
  accountOfPerson: "conflict",
  invalidQuantity: "conflict",
  priceChanged: "conflict",
  paymentMethodOff: "conflict",
  totalTooSmallToPayOnline: "invalid",
  sampleNotForSale: "conflict",
  orderNotPending: "conflict",
  noUtrNeeded: "conflict",
  conversationFull: "conflict",
  orderPicturesFull: "conflict",
  questionChanged: "conflict",
  colleagueAnswered: "conflict",
  notToBeAsked: "conflict",
  claimNotFound: "missing",
  claimDecided: "conflict",
  claimTooLate: "conflict",
  idReplacedMeanwhile: "conflict",
  claimIdsErased: "conflict",
  idShareRefunded: "conflict",
  orderNotPaid: "conflict",
  nothingLeftToRefund: "conflict",
  paidInOtherCurrency: "conflict",
  noPaymentToAskFor: "conflict",
  noMethodToPayBy: "conflict",
  statementNotFound: "missing",
  lineHasPaid: "conflict",
  restUndecided: "conflict",
  statementSpreadsheet: "unsupported",
  statementPdf: "unsupported",
  statementWebPage: "unsupported",
  orderNotOrdinary: "conflict",
  idWithOtherOrder: "conflict",
  idOfOtherProduct: "conflict",
  idAlike: "conflict",
  unusualIdsConfirm: "conflict",
  idsAddedInPart: "conflict",
  batchUndone: "conflict",
  batchNotFound: "missing",
  importRecalled: "conflict",
  importNotRecalled: "conflict",
  recalledIdsConfirm: "conflict",
  supplierNotFound: "missing",
  salesPeriodWrong: "invalid",
  supplierNameTaken: "conflict",
  batchNotDraft: "conflict",
  batchHasLeft: "conflict",
  batchTookNothing: "conflict",
  idWithdrawn: "conflict",
  verificationFailedConfirm: "conflict",
  productHasPendingOrders: "conflict",
  samplesHavePendingOrders: "conflict",
  productNotDeleted: "conflict",
  restoringTooLate: "conflict",
  productChangedMeanwhile: "conflict",
  settingsChangedMeanwhile: "conflict",
  pageChangedMeanwhile: "conflict",
  noIdAvailable: "conflict",
  moreIdsMatch: "conflict",
  noNewProofNeeded: "conflict",
  orderHasOwner: "conflict",
  noPaymentNeeded: "conflict",
  timeToPayOver: "conflict",
  paymentAttemptsUsedUp: "conflict",
  eventForged: "unauthenticated",
  eventUnknown: "busy",
  providerUnresponsive: "busy",
  orderNotApproved: "conflict",
  idNotDelivered: "conflict",
  idAlreadyInOrder: "conflict",
  noFreeIdLeft: "conflict",
  paymentNotFound: "missing",
  paymentDecided: "conflict",
  paymentKnown: "conflict",
  paymentOfPendingOrder: "conflict",
  orderPaidAlready: "conflict",
  orderPaidByMoney: "conflict",
  apiKeyRefundsUsed: "conflict",
  refundTooMuch: "conflict",
  providerRefundsOff: "conflict",
  refundedMeanwhile: "conflict",
  tooManyOrdersWaiting: "conflict",
  tooManyIdsHeld: "conflict",
  addressOrdersWaiting: "conflict",
  addressIdsHeld: "conflict",
  addressNeedsCheck: "limited",
  proofChanged: "conflict",
  emailInUse: "conflict",
  lastAdmin: "conflict",
  personNotFound: "missing",
  invitationNotFound: "missing",
  invitationInvalid: "missing",
  tooManyInvitations: "conflict",
  tooManyForwarders: "conflict",
  forwarderNotFound: "missing",
  forwarderUnknown: "unauthenticated",
  tooManyPeople: "conflict",
  worksHereAlready: "conflict",
  imageNotItsOwn: "conflict",
  orderNotForYou: "forbidden",
  linkThereAlready: "conflict",
  migrationUnderway: "conflict",
  accountWithdrawn: "conflict",
  migrationRunNotFound: "missing",
  migrationOver: "conflict",
  migrationNoRoom: "conflict",
  migrationUploadDiskFull: "conflict",
  adminsOnly: "forbidden",
  rightMissing: "forbidden",
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
  pictureSideTooLong: "tooLarge",
  migrationFileTooBig: "tooLarge",
  bodyTooLarge: "tooLarge",
  imageTooBig: "tooLarge",
  idsFileTooBig: "tooLarge",
  proofNotAnImage: "unsupported",
  unsupportedBody: "unsupported",
  imageNotAPicture: "unsupported",
  idsFileNotText: "unsupported",
  idsFileSpreadsheet: "unsupported",
  idsFileNotUtf8: "unsupported",
  tooManyRequests: "limited",
  tooManyPictures: "limited",
  proofsBusy: "busy",
  imagesBusy: "busy",
  uploadsBusy: "busy",
  shopUnavailable: "busy",
} as const satisfies Partial<Record<RefusalCode, RefusalKind>>;

/**
 * The shop says no. A refusal is returned, never thrown. `code` is the key of its sentence, which
 * is made where the visitor's language is known, with `words` in its placeholders; `field` names
 * the form field that it is about.
 */
export type Refusal<C extends RefusalCode = RefusalCode> = {
  ok: false;
  kind: RefusalKind;
  code: C;
  words?: { readonly [name: string]: Word };
  field?: string;
  /** The other wrong fields of a form, in its order, each with what is wrong with it. */
  alsoWrong?: readonly WrongField[];
  /** The seconds after which another attempt may succeed. */
  retryAfter?: number;
};

/** A wrong field of a form and the key of its sentence. */
export type WrongField = KeyedText & { field: string };

export type Ok<T> = { ok: true; value: T };
export type Result<T, C extends RefusalCode = RefusalCode> = Ok<T> | Refusal<C>;

/** Wraps the result of an action that the shop allowed. */
export function ok<T>(value: T): Ok<T> {
  return { ok: true, value };
}

/** Refuses with the sentence of `code`. A code that is not in `kinds` is `invalid`. */
export function refused<C extends RefusalCode>(code: C, ...words: TextWords<C>): Refusal<C> {
  const known: Partial<Record<RefusalCode, RefusalKind>> = kinds;
  const kind: RefusalKind = (Object.hasOwn(known, code) && known[code]) || "invalid";
  return { ok: false, kind, ...textOf(code, ...words) };
}

/** A sentence of the catalogue, or a part of one, by its key. */
export function textOf<C extends RefusalCode>(code: C, ...words: TextWords<C>): KeyedText & { code: C } {
  const [filled] = words as [KeyedText["words"]?];
  return filled ? { code, words: filled } : { code };
}

/** The same refusal with the time to wait before another attempt, at least 1 s. */
export function afterMs<R extends Refusal>(refusal: R, waitMs: number): R {
  return { ...refusal, retryAfter: Math.max(1, Math.ceil(waitMs / 1_000)) };
}

/** The same refusal, to be shown beside a form field. */
export function about<R extends Refusal>(refusal: R, field: string): R {
  return { ...refusal, field };
}

/**
 * Several refusals as one: the first, which names the wrong fields of the others too, each field
 * once; null if nothing was refused. A command that checks several fields asks about all of them
 * before it says no. One about no field stands alone, because it is about the form as a whole.
 */
export function together<C extends RefusalCode>(
  ...checked: readonly (Refusal<NoInfer<C>> | Refusal<C> | Ok<unknown> | null)[]
): Refusal<C> | null {
  const no = checked.filter((one) => one?.ok === false);
  const whole = no.find(({ field }) => field === undefined);
  const [first, ...others] = no;
  if (whole || !first) return whole ?? null;
  const wrong = new Map<string, WrongField>();
  for (const { field = "", code, words, alsoWrong = [] } of [first, ...others])
    for (const one of [{ field, code, ...(words && { words }) }, ...alsoWrong]) if (!wrong.has(one.field)) wrong.set(one.field, one);
  const alsoWrong = [...wrong.values()].filter(({ field }) => field !== first.field);
  return alsoWrong.length === 0 ? first : { ...first, alsoWrong };
}
