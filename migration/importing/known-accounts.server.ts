import { and, eq, inArray, sql } from "drizzle-orm";
import type { Tx } from "#platform/database/open.server.ts";
import type { Role } from "#shop/accounts/role.ts";
import { credentials, users, withdrawnAccounts } from "#shop/accounts/tables.server.ts";
import type { OldAccount } from "../old-shop/old-account.ts";
import { oldShopRows } from "../tables.server.ts";

/** An account here, with the columns that an import may change. */
export type LocalAccount = {
  id: string;
  email: string;
  name: string;
  emailVerified: boolean;
  image: string | null;
  phoneNumber: string | null;
  role: Role;
  wasAdmin: boolean;
  disabled: boolean;
  passwordHash: string | null;
  isWithdrawn: boolean;
};

/** What was remembered about an account when it was imported. */
type ImportedAccount = { oldId: string; localId: string; there: Buffer; here: Buffer | null };

/**
 * What the shop knows about a batch of accounts: the imported ones by old id, the local ones by
 * their id, and the owner of each address.
 */
export type KnownAccounts = {
  imported: Map<string, ImportedAccount>;
  locals: Map<string, LocalAccount>;
  owners: Map<string, { id: string; wasAdmin: boolean; isImported: boolean }>;
};

/** Reads what is known about a batch, in three queries. */
export async function knownAccounts(tx: Tx, batch: readonly OldAccount[]): Promise<KnownAccounts> {
  const oldIds = batch.map(({ oldId }) => oldId);
  const emails = batch.flatMap(({ email }) => email ?? []);
  const imported = await tx
    .select({ oldId: oldShopRows.oldId, localId: oldShopRows.localId, there: oldShopRows.there, here: oldShopRows.here })
    .from(oldShopRows)
    .where(and(eq(oldShopRows.kind, "account"), inArray(oldShopRows.oldId, oldIds)));
  const locals = await readLocals(tx, [...oldIds, ...imported.map(({ localId }) => localId)]);
  const owners = await tx
    .select({
      email: users.email,
      id: users.id,
      wasAdmin: users.wasAdmin,
      isImported: sql<boolean>`exists(select from old_shop_rows m where m.kind = 'account' and m.local_id = users.id)`,
    })
    .from(users)
    .where(inArray(users.email, emails));
  return {
    imported: new Map(imported.map((row) => [row.oldId, row])),
    locals: new Map(locals.map((row) => [row.id, row])),
    owners: new Map(owners.map(({ email, ...owner }) => [email, owner])),
  };
}

function readLocals(tx: Tx, ids: string[]): Promise<LocalAccount[]> {
  const { id, email, name, emailVerified, image, phoneNumber, role, wasAdmin, disabled } = users;
  return tx
    .select({
      id,
      email,
      name,
      emailVerified,
      image,
      phoneNumber,
      role,
      wasAdmin,
      disabled,
      passwordHash: credentials.password,
      isWithdrawn: sql<boolean>`${withdrawnAccounts.userId} is not null`,
    })
    .from(users)
    .leftJoin(credentials, and(eq(credentials.userId, users.id), eq(credentials.providerId, "credential")))
    .leftJoin(withdrawnAccounts, eq(withdrawnAccounts.userId, users.id))
    .where(inArray(users.id, ids));
}
