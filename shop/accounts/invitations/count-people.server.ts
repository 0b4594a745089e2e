import { ne, sql } from "drizzle-orm";
import type { Tx } from "#platform/database/open.server.ts";
import { type Refusal, refused } from "#shop/refusal.ts";
import { PEOPLE_MAX } from "../people/constants.ts";
import { users } from "../tables.server.ts";

/** Lets invitations be made and used one after the other, so that their maximums hold. [S13.7] */
export async function lockInvitations(tx: Tx): Promise<void> {
  await tx.execute(sql`lock table invitations in share row exclusive mode`);
}

/** Refuses `tooManyPeople` where as many work in the shop as may; null: there is room for one. [S13.7] */
export async function refuseTooManyPeople(tx: Tx): Promise<Refusal<"tooManyPeople"> | null> {
  const people = await tx.$count(users, ne(users.role, "customer"));
  return people >= PEOPLE_MAX ? refused("tooManyPeople", { n: PEOPLE_MAX }) : null;
}
