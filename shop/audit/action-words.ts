import { type AuditFacts, auditedActions, type SubjectKind } from "./audited-action.ts";

/** The kinds of subjects of actions, with their labels in the filter. */
export const subjectKinds = {
  order: "Orders",
  product: "Products",
  account: "Accounts",
  settings: "Settings",
  letter: "Emails",
  listener: "Webhooks and chats",
  message: "Messages",
  apiKey: "API keys",
} as const satisfies Record<SubjectKind, string>;

/** Reads a kind from a query string; null for anything else. */
export function readSubjectKind(text: string | null): SubjectKind | null {
  return text !== null && Object.hasOwn(subjectKinds, text) ? (text as SubjectKind) : null;
}

/**
 * The words before and after the name of an action's subject; `after` is null if the name is not
 * shown.
 */
export function wordsOfAction(kind: SubjectKind, action: string): { before: string; after: string | null } {
  const actions: Readonly<Record<string, string>> = auditedActions[kind];
  const [before = "", after = null] = (actions[action] ?? `${action} …`).split("…");
  return { before, after };
}

/** An action's facts as text, such as `IDs: 3, left out: 1`; empty if there are none. */
export function wordsOfFacts(facts: AuditFacts): string {
  return Object.entries(facts)
    .filter(([, value]) => value !== null && value !== "")
    .map(([name, value]) => `${apart(name)}: ${name === "fields" ? apart(String(value)) : value}`)
    .join(", ");
}

/** Splits a camel-case name into words: `howToPay` becomes `how to pay`. */
function apart(name: string): string {
  return name.replace(/(?<=[a-z])[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`).replace(/\bids\b/g, "IDs");
}
