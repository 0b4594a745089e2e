import type { Tx } from "#platform/database/open.server.ts";
import type { AuditedAction } from "#shop/audit/audited-action.ts";
import { recordAction } from "#shop/audit/record-action.server.ts";

/**
 * Records what an admin did with the own account, such as its password, sessions or second factor.
 */
export function recordOwnAction(
  tx: Tx,
  { userId, email }: { userId: string; email: string },
  action: Extract<AuditedAction, { subject: { kind: "account" } }>["action"],
  at: Date,
): Promise<void> {
  return recordAction(tx, { userId, email }, { action, subject: { kind: "account", id: userId, name: email } }, at);
}
