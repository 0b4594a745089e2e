import { auditedActions, type SubjectKind } from "./audited-action.ts";

/** Reads a kind from a query string; null for anything else. */
export function readSubjectKind(text: string | null): SubjectKind | null {
  return text !== null && Object.hasOwn(auditedActions, text) ? (text as SubjectKind) : null;
}

/**
 * The words before and after the name of an action's subject; `after` is null if the name is not
 * shown.
 */
export function wordsOfAction(kind: SubjectKind, action: string): { before: string; after: string | null } {
  const actions: Readonly<Record<string, string>> = auditedActions[kind];
  const [before = "", after = null] = ((Object.hasOwn(actions, action) && actions[action]) || `${action} …`).split("…");
  return { before, after };
}
