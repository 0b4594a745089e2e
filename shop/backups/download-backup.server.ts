import { randomUUID } from "node:crypto";
import { z } from "zod";
import type { Services } from "#platform/provides.ts";
import { countAttempts, type RateLimitNeeds } from "#platform/rate-limit/rate-limit.server.ts";
import { checkOwnPassword } from "#shop/accounts/passwords/check-own-password.server.ts";
import type { Auth } from "#shop/accounts/sign-in/auth.server.ts";
import type { Visitor } from "#shop/accounts/visitor.ts";
import { recordAction } from "#shop/audit/record-action.server.ts";
import { ok, type Result, refused } from "#shop/refusal.ts";
import { may, rightMissing } from "#shop/rights.ts";
import type { BackupForm } from "./backup-form.ts";
import { backupName } from "./backup-name.ts";
import { BACKUP_TICKET_MS } from "./constants.ts";

/**
 * What a ticket says: its number, who may download a backup with this passphrase, and until when
 * (ms).
 */
const Ticket = z.object({ id: z.uuid(), userId: z.string(), passphrase: z.string(), until: z.number() });

/** A backup that is made while it is sent. */
type BackupFile = { name: string; type: string; pieces: AsyncGenerator<Buffer> };

/**
 * Allows an admin one download of a backup, for a minute. Returns a ticket for the browser, which
 * only the shop can read. Refuses `rightMissing`, `wrongCurrentPassword` and `tooManyRequests`.
 * [S12.8] [S6.3]
 */
export async function allowBackupDownload(
  services: Pick<Services, "vault" | "now">,
  auth: Auth,
  visitor: Visitor,
  { currentPassword, passphrase }: BackupForm,
  headers: Headers,
): Promise<Result<string>> {
  if (!may(visitor, "own-shop")) return rightMissing("own-shop");
  const password = await checkOwnPassword(auth, visitor, currentPassword, headers);
  if (!password.ok) return password;
  const ticket = { id: randomUUID(), userId: visitor.userId, passphrase, until: services.now().getTime() + BACKUP_TICKET_MS };
  return ok(services.vault.encrypt(ticketPlace, JSON.stringify(ticket)).toString("base64url"));
}

/**
 * Returns the whole shop as one encrypted file, which is made while it is sent, and records it in
 * the audit log first. Refuses `backupNotAllowed` without a valid ticket of this admin, or with one
 * that was used: it is used up before anything is sent. [S12.8]
 */
export async function downloadBackup(
  services: Pick<Services, "streamBackup"> & RateLimitNeeds,
  visitor: Visitor,
  ticket: string | null,
): Promise<Result<BackupFile, "rightMissing" | "backupNotAllowed">> {
  if (!may(visitor, "own-shop")) return rightMissing("own-shop");
  const allowed = ticket === null ? null : readTicket(services.vault, ticket);
  const at = services.now();
  if (allowed?.userId !== visitor.userId || at.getTime() > allowed.until) return refused("backupNotAllowed");
  if (!(await useUp(services, allowed.id))) return refused("backupNotAllowed");

  const name = backupName(at);
  await recordAction(services.db, visitor, { action: "backup-downloaded", subject: { kind: "settings", id: "backup", name } }, at);
  return ok({ name, type: "application/octet-stream", pieces: services.streamBackup(allowed.passphrase) });
}

/** Tickets are encrypted for no column: no value of the database can pass for one. */
const ticketPlace = { column: "backup ticket", row: "" };

/** Uses a ticket up, for all processes. Returns false if it was used before. */
async function useUp(services: RateLimitNeeds, id: string): Promise<boolean> {
  return (await countAttempts(services, [{ who: `backup ticket ${id}`, most: 1, windowMs: 2 * BACKUP_TICKET_MS }])) === null;
}

function readTicket(vault: Services["vault"], ticket: string): z.output<typeof Ticket> | null {
  try {
    return Ticket.parse(JSON.parse(vault.decrypt(ticketPlace, Buffer.from(ticket, "base64url"))));
  } catch {
    return null;
  }
}
