import { type AuditFacts, auditedDeeds, type SubjectKind } from "./audited-deed.ts";

/** The kinds of what is done to, and how they are called in a choice. */
export const subjectKinds = {
  order: "Orders",
  product: "Products",
  account: "Accounts",
  settings: "Settings",
  letter: "Letters",
  listener: "Webhooks and chats",
  message: "Messages",
  apiKey: "API keys",
} as const satisfies Record<SubjectKind, string>;

/** Reads a kind from an address; null for anything else. */
export function readSubjectKind(text: string | null): SubjectKind | null {
  return text !== null && Object.hasOwn(subjectKinds, text) ? (text as SubjectKind) : null;
}

/** A deed in words, before and after the name of what it was done to; null after: the name is not said. */
export function wordsOfDeed(kind: SubjectKind, deed: string): { before: string; after: string | null } {
  const deeds: Readonly<Record<string, string>> = auditedDeeds[kind];
  const [before = "", after = null] = (deeds[deed] ?? `${deed} …`).split("…");
  return { before, after };
}

/** What else is known of a deed: `IDs: 3, left out: 1`; empty when nothing is. */
export function wordsOfFacts(facts: AuditFacts): string {
  return Object.entries(facts)
    .filter(([, value]) => value !== null && value !== "")
    .map(([name, value]) => `${apart(name)}: ${name === "fields" ? apart(String(value)) : value}`)
    .join(", ");
}

/** The words of a name in the code: `howToPay` is `how to pay`. */
function apart(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`).replace(/\bids\b/g, "IDs");
}
