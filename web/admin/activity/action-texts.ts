import type { KeyIn, Texts } from "#messages/texts.ts";
import type { CountedAction } from "#shop/accounts/people/person-numbers.ts";
import type { auditedActions, SubjectKind } from "#shop/audit/audited-action.ts";
import { operator } from "#shop/audit/operator.ts";
import { emailKindOf } from "#shop/emails/email.ts";
import { guardedNames } from "#shop/emails/guarded-names.ts";
import { kindWords } from "../emails/email-words.ts";

/** The label of each kind of subject in the filter. */
export const subjectKinds = {
  order: "orders",
  payment: "payments",
  product: "products",
  supplier: "suppliers",
  account: "accounts",
  settings: "settings",
  email: "emails",
  subscription: "webhooksAndChats",
  message: "messages",
  apiKey: "apiKeys",
} as const satisfies Record<SubjectKind, KeyIn<"adminActivity">>;

/** The sentence of each action, with its admin and its subject. */
const sentences = {
  order: {
    "order-approved": "orderApproved",
    "order-rejected": "orderRejected",
    "payment-verified": "paymentVerified",
    "proof-rejected": "proofRejected",
    "id-replaced": "idReplaced",
    "order-paid": "orderPaid",
    "order-unpaid": "orderUnpaid",
    "payment-asked": "paymentAsked",
    "link-revoked": "linkRevoked",
    "link-made": "linkMade",
    "view-ended": "viewEnded",
    "buyer-answered": "buyerAnswered",
    "no-answer-needed": "noAnswerNeeded",
    "ids-shown": "idsShown",
    "claim-opened": "claimOpened",
    "claim-refused": "claimRefused",
    "claim-refunded": "claimRefunded",
  },
  payment: {
    "payment-recorded": "paymentRecorded",
    "payment-matched": "paymentMatched",
    "payment-refunded": "paymentRefunded",
    "payment-ignored": "paymentIgnored",
  },
  product: {
    "product-added": "added",
    "product-changed": "changed",
    "product-hidden": "productHidden",
    "product-shown": "productShown",
    "product-deleted": "productDeleted",
    "product-restored": "productRestored",
    "ids-adding": "idsAdding",
    "ids-added": "idsAdded",
    "ids-deleted": "idsDeleted",
    "ids-checked": "idsChecked",
    "import-undone": "importUndone",
    "import-recalled": "importRecalled",
    "recall-undone": "recallUndone",
    "import-changed": "importChanged",
    "ids-downloaded": "idsDownloaded",
    "ids-shown": "idsShown",
    "samples-removed": "samplesRemoved",
  },
  supplier: {
    "supplier-added": "supplierAdded",
    "supplier-renamed": "supplierRenamed",
    "supplier-hidden": "supplierHidden",
    "supplier-shown": "supplierShown",
    "supplier-merged": "supplierMerged",
    "supplier-sheet-downloaded": "supplierSheetDownloaded",
  },
  account: {
    "account-disabled": "accountDisabled",
    "account-enabled": "accountEnabled",
    "account-withdrawn": "accountWithdrawn",
    "person-invited": "personInvited",
    "invitation-withdrawn": "invitationWithdrawn",
    "invitation-accepted": "invitationAccepted",
    "admin-made": "adminMade",
    "admin-unmade": "adminUnmade",
    "rights-changed": "rightsChanged",
    "owner-made": "ownerMade",
    "person-removed": "personRemoved",
    "first-admin-made": "firstAdminMade",
    "admin-set-up": "adminSetUp",
    "password-changed": "passwordChanged",
    "password-reset": "passwordReset",
    "session-ended": "sessionEnded",
    "sessions-ended": "sessionsEnded",
    "push-switched-on": "pushSwitchedOn",
    "push-switched-off": "pushSwitchedOff",
    "push-renewed": "pushRenewed",
    "second-factor-set-up": "secondFactorSetUp",
    "second-factor-removed": "secondFactorRemoved",
    "second-factor-reset": "secondFactorReset",
    "recovery-codes-made": "recoveryCodesDrawn",
    "recovery-code-used": "recoveryCodeUsed",
  },
  settings: {
    "settings-changed": "settingsChanged",
    "payment-method-changed": "paymentMethodChanged",
    "guarded-value-changed": "guardedValueChanged",
    "page-changed": "pageChanged",
    "page-published": "pagePublished",
    "page-withdrawn": "pageWithdrawn",
    "statement-confirmed": "statementConfirmed",
    "forwarder-added": "forwarderAdded",
    "forwarder-revoked": "forwarderRevoked",
    "alerts-stopped": "alertsStopped",
    "alerts-looked-at": "alertsLookedAt",
    "secret-changed": "secretChanged",
    "table-downloaded": "tableDownloaded",
    "backup-downloaded": "backupDownloaded",
    "gone-ids-withdrawn": "goneIdsWithdrawn",
    "restore-settled": "restoreSettled",
    "old-shop-imported": "oldShopImported",
    "migration-stopped": "oldShopImportStopped",
    "migration-preview-stopped": "oldShopPreviewStopped",
  },
  email: { "email-shown": "emailShown", "email-sent-again": "emailSentAgain" },
  apiKey: { "api-key-made": "apiKeyMade", "api-key-revoked": "apiKeyRevoked" },
  subscription: {
    "subscription-added": "added",
    "subscription-changed": "changed",
    "subscription-secret-made": "subscriptionSecretMade",
    "subscription-removed": "webhookRemoved",
    "subscription-tested": "subscriptionTested",
    "delivery-sent-again": "deliveryRepeated",
  },
  message: {
    "message-handled": "messageHandled",
    "message-reopened": "messageReopened",
    "message-deleted": "messageDeleted",
  },
} as const satisfies { [K in SubjectKind]: Record<keyof (typeof auditedActions)[K], KeyIn<"adminActivity">> };

/** The sentence of an action. A later version of the shop may have recorded others. */
export function sentenceOf(kind: SubjectKind, action: string): KeyIn<"adminActivity"> {
  const known: Readonly<Record<string, KeyIn<"adminActivity">>> = sentences[kind];
  return (Object.hasOwn(known, action) && known[action]) || "otherAction";
}

/** What the actions that are counted for each person are called, as a heading of their numbers. [S13.10] */
export const actionLabels = {
  "order-approved": "ordersApproved",
  "order-rejected": "ordersRejected",
  "buyer-answered": "messagesAnswered",
  "message-handled": "contactMessagesAnswered",
  "ids-added": "idsAddedLabel",
  "ids-shown": "idsShownLabel",
  "id-replaced": "idsSwappedLabel",
  "claim-refused": "claimsRefusedLabel",
  "payment-refunded": "refundsLabel",
} as const satisfies Record<CountedAction, KeyIn<"adminActivity">>;

/** The label of an action in the filter: its own name if it is not counted. */
export function actionLabelOf(texts: Texts<"adminActivity">, action: string): string {
  return Object.hasOwn(actionLabels, action) ? texts(actionLabels[action as CountedAction]) : action;
}

/** The name of an admin, or of the command line. */
export function adminIn(texts: Texts<"adminActivity">, adminId: string, name: string): string {
  return adminId === operator.userId ? texts("commandLine") : name;
}

/** The kind of email that an action was about, by the English name under which it was recorded. */
export function emailNameIn(texts: Texts<"adminEmails">, name: string): string {
  const kind = emailKindOf(name);
  return kind ? texts(kindWords[kind]) : name;
}

/** The name of a value where money or messages go, such as `Key ID (razorpay)`, in the page's language. */
export function guardedNameIn(texts: Texts<"emails">, { id, name }: { id: string; name: string }): string {
  if (!Object.hasOwn(guardedNames, id)) return name;
  const label = texts(guardedNames[id as keyof typeof guardedNames]);
  const owner = name.slice(0, -`: ${id}`.length);
  return owner === "" ? label : `${label} (${owner})`;
}
