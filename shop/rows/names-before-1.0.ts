import { jsonOf } from "../parse.ts";

/**
 * Names that exports made before 1.0.0 use, and what the shop says since; and what they lack. Only the import of an
 * export reads them; nothing writes them.
 */
const actions: Readonly<Record<string, string>> = {
  "letter-shown": "email-shown",
  "letter-sent-again": "email-sent-again",
  "listener-added": "subscription-added",
  "listener-changed": "subscription-changed",
  "listener-secret-drawn": "subscription-secret-made",
  "listener-removed": "subscription-removed",
  "listener-tested": "subscription-tested",
  "notice-sent-again": "delivery-sent-again",
  "moved-in": "old-shop-imported",
  "moving-stopped": "migration-stopped",
  "moving-preview-stopped": "migration-preview-stopped",
  "account-set-aside": "account-withdrawn",
  "recovery-codes-drawn": "recovery-codes-made",
};

const subjectKinds: Readonly<Record<string, string>> = { letter: "email", listener: "subscription" };

const codes: Readonly<Record<string, string>> = { providerSilent: "providerUnresponsive" };

/** The columns that such an export lacks, by table: they get the database's default. */
export const lackingBefore: Readonly<Record<string, readonly string[]>> = {
  settings: ["logo", "accent", "landingPicture", "showsLandingPicture", "landingSections"],
};

/** How the columns of such an export are read, by table. */
export const readBefore: Readonly<Record<string, Readonly<Record<string, (written: string) => string>>>> = {
  audit: { action: currentAction, subjectKind: currentSubjectKind },
  emails: { lastProblem: currentStoredText },
  "payment-attempts": { failure: currentStoredText },
  refunds: { problem: currentStoredText },
};

/** The action of the audit log that an action is called today. */
export function currentAction(action: string): string {
  return nameIn(actions, action);
}

/** The kind of an action's subject that a kind is called today. */
export function currentSubjectKind(kind: string): string {
  return nameIn(subjectKinds, kind);
}

/** A text that was stored by its key, with the key that it has today. */
export function currentStoredText(stored: string): string {
  const text = jsonOf(stored);
  if (typeof text !== "object" || text === null || !("code" in text) || typeof text.code !== "string") return stored;
  const code = nameIn(codes, text.code);
  return code === text.code ? stored : JSON.stringify({ ...text, code });
}

function nameIn(names: Readonly<Record<string, string>>, name: string): string {
  return (Object.hasOwn(names, name) && names[name]) || name;
}
