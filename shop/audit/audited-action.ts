/** What admins do that is worth remembering, by what it was done to. The words are what the audit list shows; `…` stands for what it was done to. */
export const auditedDeeds = {
  order: {
    "order-approved": "approved …",
    "order-rejected": "rejected …",
    "payment-verified": "verified the payment of …",
    "proof-rejected": "rejected the proof of …",
    "id-replaced": "replaced an ID of …",
    "order-paid": "marked … as paid",
    "order-unpaid": "marked … as unpaid",
    "link-revoked": "revoked the private link of …",
    "link-made": "made a private link to …",
  },
  product: {
    "product-added": "added …",
    "product-changed": "changed …",
    "product-hidden": "hid …",
    "product-shown": "showed … again",
    "product-deleted": "deleted …",
    "product-restored": "brought back …",
    "ids-adding": "began to add many IDs to …",
    "ids-added": "added IDs to …",
    "ids-deleted": "deleted IDs of …",
    "ids-checked": "checked IDs to import into …",
    "import-undone": "undid an import of IDs of …",
    "import-changed": "changed source or cost of an import of …",
    "ids-downloaded": "downloaded the IDs of …",
    "samples-removed": "removed the sample products",
  },
  account: {
    "account-disabled": "disabled …",
    "account-enabled": "enabled …",
    "account-set-aside": "set … aside, because the account of the old shop with its address moved in",
    "admin-made": "made an admin of …",
    "admin-unmade": "made a customer of …",
    "first-admin-made": "became the first admin",
    "admin-set-up": "set … up as an admin, with a new password",
    "password-changed": "changed the password of …",
    "password-reset": "set a new password of … by a reset link",
    "session-ended": "logged a device of … out",
    "sessions-ended": "logged all other devices of … out",
    "second-factor-set-up": "set up the second factor of …",
    "second-factor-removed": "switched off the second factor of …",
    "second-factor-reset": "took the second factor from …",
    "recovery-codes-drawn": "drew new recovery codes for …",
    "recovery-code-used": "logged in with a recovery code of …",
  },
  settings: {
    "settings-changed": "changed the settings",
    "secret-changed": "changed the shop's secret",
    "table-downloaded": "downloaded the table …",
    "moved-in": "brought in the data of the shop before",
    "moving-stopped": "stopped an import of the data of the shop before",
    "moving-preview-stopped": "stopped a preview of the data of the shop before",
  },
  letter: { "letter-shown": "looked at the letter “…”", "letter-sent-again": "sent the letter “…” again" },
  apiKey: { "api-key-made": "made the API key “…”", "api-key-revoked": "revoked the API key “…”" },
  listener: {
    "listener-added": "began to tell …",
    "listener-changed": "changed what … is told",
    "listener-secret-drawn": "drew a new secret for …",
    "listener-removed": "stopped telling …",
    "listener-tested": "sent a test to …",
    "notice-sent-again": "sent a notice to … again",
  },
  message: {
    "message-handled": "handled the message of …",
    "message-reopened": "reopened the message of …",
    "message-deleted": "deleted the message of …",
  },
} as const;

export type SubjectKind = keyof typeof auditedDeeds;
type DeedsOf<K extends SubjectKind> = Extract<keyof (typeof auditedDeeds)[K], string>;

/** One deed and what it was done to. `facts` are plain words and numbers about it: never an ID, a code, an address or a secret. */
export type AuditedDeed = {
  [K in SubjectKind]: { deed: DeedsOf<K>; subject: { kind: K; id: string; name: string }; facts?: AuditFacts };
}[SubjectKind];
export type AuditFacts = Record<string, string | number | boolean | null>;
