/**
 * The actions of the audit log, by kind of subject, in the words that the list shows; `…` stands
 * for the subject.
 */
export const auditedActions = {
  order: {
    "order-approved": "approved …",
    "order-rejected": "rejected …",
    "payment-verified": "verified the payment of …",
    "proof-rejected": "rejected the proof of …",
    "id-replaced": "replaced an ID of …",
    "order-paid": "marked … as paid",
    "order-unpaid": "marked … as unpaid",
    "payment-asked": "asked the buyer of … to pay",
    "link-revoked": "revoked the private link of …",
    "link-made": "made a private link to …",
    "view-ended": "ended an account's access to …",
    "buyer-answered": "wrote to the buyer of …",
    "claim-opened": "opened a claim for IDs of …",
    "claim-refused": "refused a claim of …",
    "claim-refunded": "refunded the price of a claimed ID of …",
    "ids-shown": "read the IDs of …",
    "no-answer-needed": "noted that the buyer of … needs no answer",
  },
  payment: {
    "payment-recorded": "recorded the payment …",
    "payment-matched": "matched the payment … to an order",
    "payment-refunded": "refunded the payment …",
    "payment-ignored": "ignored the payment …",
  },
  product: {
    "product-added": "added …",
    "product-changed": "changed …",
    "product-hidden": "hid …",
    "product-shown": "showed … again",
    "product-deleted": "deleted …",
    "product-restored": "restored …",
    "ids-adding": "started adding many IDs to …",
    "ids-added": "added IDs to …",
    "ids-deleted": "deleted IDs of …",
    "ids-checked": "checked IDs to import into …",
    "import-undone": "undid an ID import of …",
    "import-recalled": "recalled an ID import of …",
    "recall-undone": "undid the recall of an ID import of …",
    "import-changed": "changed the supplier, note or cost of an ID import of …",
    "ids-downloaded": "downloaded the IDs of …",
    "ids-shown": "read the IDs of …",
    "samples-removed": "removed the sample products",
  },
  supplier: {
    "supplier-added": "added the supplier …",
    "supplier-renamed": "renamed the supplier …",
    "supplier-hidden": "hid the supplier …",
    "supplier-shown": "showed the supplier … again",
    "supplier-merged": "merged another supplier into …",
    "supplier-sheet-downloaded": "downloaded the sheet of dead IDs of …",
  },
  account: {
    "account-disabled": "disabled …",
    "account-enabled": "enabled …",
    "account-withdrawn": "withdrew …, because the old shop's account with its email was imported",
    "person-invited": "invited …",
    "invitation-withdrawn": "withdrew the invitation of …",
    "invitation-accepted": "joined by an invitation",
    "admin-made": "made … an admin",
    "admin-unmade": "made … a customer",
    "rights-changed": "changed the rights of …",
    "owner-made": "made … an owner",
    "person-removed": "removed … from the people of the shop",
    "first-admin-made": "became the first admin",
    "admin-set-up": "set up … as an admin with a new password",
    "password-changed": "changed the password of …",
    "password-reset": "set a new password for … with a reset link",
    "session-ended": "logged out one device of …",
    "sessions-ended": "logged out all other devices of …",
    "push-switched-on": "turned on notifications on a device of …",
    "push-switched-off": "turned off notifications on a device of …",
    "push-renewed": "renewed notifications on a device of …",
    "second-factor-set-up": "set up two-step login for …",
    "second-factor-removed": "turned off two-step login for …",
    "second-factor-reset": "removed two-step login from …",
    "recovery-codes-made": "made new recovery codes for …",
    "recovery-code-used": "logged in with a recovery code of …",
  },
  settings: {
    "settings-changed": "changed the settings",
    "payment-method-changed": "changed the payment method …",
    "guarded-value-changed": "changed where money or messages go: …",
    "page-changed": "changed the page “…”",
    "page-published": "published the page “…”",
    "page-withdrawn": "withdrew the page “…”",
    "statement-confirmed": "confirmed the bank statement …",
    "forwarder-added": "added … for bank alerts",
    "forwarder-revoked": "revoked … for bank alerts",
    "alerts-stopped": "confirmed …, which lacks payments: bank alerts deliver nothing now",
    "alerts-looked-at": "looked at payments that a statement lacks",
    "secret-changed": "changed the shop's secret",
    "table-downloaded": "downloaded the table …",
    "backup-downloaded": "downloaded a backup of the shop",
    "gone-ids-withdrawn": "withdrew IDs that went out after …",
    "restore-settled": "settled the shop restored as of …",
    "old-shop-imported": "imported the old shop",
    "migration-stopped": "stopped an import of the old shop",
    "migration-preview-stopped": "stopped a preview of the old shop",
  },
  email: { "email-shown": "opened the email “…”", "email-sent-again": "sent the email “…” again" },
  apiKey: { "api-key-made": "made the API key “…”", "api-key-revoked": "revoked the API key “…”" },
  subscription: {
    "subscription-added": "added …",
    "subscription-changed": "changed …",
    "subscription-secret-made": "made a new secret for …",
    "subscription-removed": "removed …",
    "subscription-tested": "sent a test to …",
    "delivery-sent-again": "sent a notification to … again",
  },
  message: {
    "message-handled": "handled the message of …",
    "message-reopened": "reopened the message of …",
    "message-deleted": "deleted the message of …",
  },
} as const;

export type SubjectKind = keyof typeof auditedActions;
type ActionsOf<K extends SubjectKind> = Extract<keyof (typeof auditedActions)[K], string>;

/**
 * An action and its subject. `facts` are plain words and numbers, never an ID, a code, an address
 * or a secret; but where money or messages go, they have the value before and after.
 */
export type AuditedAction = {
  [K in SubjectKind]: { action: ActionsOf<K>; subject: { kind: K; id: string; name: string }; facts?: AuditFacts };
}[SubjectKind];
export type AuditFacts = Record<string, string | number | boolean | null>;
