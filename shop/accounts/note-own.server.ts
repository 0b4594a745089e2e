import type { Tx } from "#platform/database/open.server.ts";
import type { AuditedDeed } from "#shop/audit/audited-deed.ts";
import { noteDeed } from "#shop/audit/note-deed.server.ts";

/** Step: notes what an admin did about the own account, its password, its sessions or its second factor. */
export function noteOwn(
  tx: Tx,
  { userId, email }: { userId: string; email: string },
  deed: Extract<AuditedDeed, { subject: { kind: "account" } }>["deed"],
  at: Date,
): Promise<void> {
  return noteDeed(tx, { kind: "admin", userId, email }, { deed, subject: { kind: "account", id: userId, name: email } }, at);
}
