import { eq } from "drizzle-orm";
import type { Services } from "#platform/provides.ts";
import { ok, type Result, refused } from "#shop/refusal.ts";
import type { NameForm } from "../account-forms.ts";
import { users } from "../tables.server.ts";
import type { Visitor } from "../visitor.ts";

/** Changes the visitor's own display name. Refuses `signInFirst` to a guest. [S3.6] [S6.2] */
export async function changeName(
  { db, now }: Pick<Services, "db" | "now">,
  visitor: Visitor,
  { name }: NameForm,
): Promise<Result<null, "signInFirst">> {
  if (visitor.kind === "guest") return refused("signInFirst");

  await db.update(users).set({ name, updatedAt: now() }).where(eq(users.id, visitor.userId));
  return ok(null);
}
