import { and, eq, inArray, sql } from "drizzle-orm";
import type { Tx } from "#platform/database/open.server.ts";
import { credentials, setAsideAccounts, users } from "#shop/accounts/tables.server.ts";
import type { OldAccount } from "./old-account.ts";
import { movedIn } from "./tables.server.ts";

/** An account here, with what an import may change of it. */
export type LocalAccount = {
  id: string;
  email: string;
  name: string;
  emailVerified: boolean;
  image: string | null;
  phoneNumber: string | null;
  role: "customer" | "admin";
  disabled: boolean;
  passwordHash: string | null;
  isSetAside: boolean;
};

/** What was remembered of an account when it moved in. */
export type MovedAccount = { oldId: string; localId: string; there: Buffer; here: Buffer | null };

/** What the shop knows of a batch of accounts: those that moved in, by old id, the accounts here, by their own, and whose each address is. */
export type KnownAccounts = {
  moved: Map<string, MovedAccount>;
  locals: Map<string, LocalAccount>;
  owners: Map<string, { id: string; role: "customer" | "admin"; isMovedIn: boolean }>;
};

/** Reads what is known of a batch, in three queries. */
export async function knownAccounts(tx: Tx, batch: readonly OldAccount[]): Promise<KnownAccounts> {
  const oldIds = batch.map(({ oldId }) => oldId);
  const emails = batch.flatMap(({ email }) => email ?? []);
  const moved = await tx
    .select({ oldId: movedIn.oldId, localId: movedIn.localId, there: movedIn.there, here: movedIn.here })
    .from(movedIn)
    .where(and(eq(movedIn.kind, "account"), inArray(movedIn.oldId, oldIds)));
  const locals = await readLocals(tx, [...oldIds, ...moved.map(({ localId }) => localId)]);
  const owners = await tx
    .select({
      email: users.email,
      id: users.id,
      role: users.role,
      isMovedIn: sql<boolean>`exists(select from moved_in m where m.kind = 'account' and m.local_id = users.id)`,
    })
    .from(users)
    .where(inArray(users.email, emails));
  return {
    moved: new Map(moved.map((row) => [row.oldId, row])),
    locals: new Map(locals.map((row) => [row.id, row])),
    owners: new Map(owners.map(({ email, ...owner }) => [email, owner])),
  };
}

function readLocals(tx: Tx, ids: string[]): Promise<LocalAccount[]> {
  const { id, email, name, emailVerified, image, phoneNumber, role, disabled } = users;
  return tx
    .select({
      ...{ id, email, name, emailVerified, image, phoneNumber, role, disabled },
      passwordHash: credentials.password,
      isSetAside: sql<boolean>`${setAsideAccounts.userId} is not null`,
    })
    .from(users)
    .leftJoin(credentials, and(eq(credentials.userId, users.id), eq(credentials.providerId, "credential")))
    .leftJoin(setAsideAccounts, eq(setAsideAccounts.userId, users.id))
    .where(inArray(users.id, ids));
}
