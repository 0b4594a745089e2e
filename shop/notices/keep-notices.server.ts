import { lt } from "drizzle-orm";
import type { Services } from "#platform/provides.ts";
import { NOTICE_KEPT_MS } from "#shop/constants.ts";
import { notices } from "./tables.server.ts";

/** Removes notices that are older than `NOTICE_KEPT_MS`. Returns how many. */
export async function removeOldNotices({ db, now }: Pick<Services, "db" | "now">): Promise<number> {
  const { rowCount } = await db.delete(notices).where(lt(notices.createdAt, new Date(now().getTime() - NOTICE_KEPT_MS)));
  return rowCount ?? 0;
}
