import { lte } from "drizzle-orm";
import type { Services } from "#platform/provides.ts";
import { invitations } from "./tables.server.ts";

/** Deletes invitations that expired, with their names and addresses. Returns how many. [S13.7] */
export async function sweepInvitations({ db, now }: Pick<Services, "db" | "now">): Promise<number> {
  const { rowCount } = await db.delete(invitations).where(lte(invitations.expiresAt, now()));
  return rowCount ?? 0;
}
