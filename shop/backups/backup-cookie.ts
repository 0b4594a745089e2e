import { ownCookie, readOwnCookie } from "#shop/accounts/sessions/cookies.ts";
import { BACKUP_TICKET_MS } from "./constants.ts";

const BACKUP_COOKIE = "trackside.backup";

/**
 * The `Set-Cookie` that carries the permission to download a backup, hidden from scripts. [S12.8]
 */
export function backupCookie(ticket: string, isSecure: boolean): string {
  return ownCookie(BACKUP_COOKIE, ticket, BACKUP_TICKET_MS, isSecure);
}

/** Returns the permission in the backup cookie, or null. [S12.8] */
export function backupTicketIn(headers: Headers): string | null {
  return readOwnCookie(headers, BACKUP_COOKIE);
}
