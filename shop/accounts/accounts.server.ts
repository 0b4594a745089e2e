import { eq } from "drizzle-orm";
import type { Services } from "#platform/provides.ts";
import { granted, type Result, refused } from "../refusal.ts";
import { users } from "./tables.server.ts";
import type { Visitor } from "./visitor.ts";

/** What the account page shows of its owner. [S2.17] [S3.6] */
export type OwnAccount = { email: string; createdAt: Date; lastLoginAt: Date | null };

/** The visitor's own account. Refuses `signInFirst` to a guest. [S6.2] */
export async function findOwnAccount(services: Pick<Services, "db">, visitor: Visitor): Promise<Result<OwnAccount>> {
  if (visitor.kind === "guest") return refused("signInFirst");
  const [account] = await services.db
    .select({ email: users.email, createdAt: users.createdAt, lastLoginAt: users.lastLoginAt })
    .from(users)
    .where(eq(users.id, visitor.userId));
  return account ? granted(account) : refused("signInFirst");
}
