import { and, eq, sql } from "drizzle-orm";
import type { Tx } from "#platform/database/open.server.ts";
import { sha256 } from "#platform/encryption/vault.server.ts";
import { newId } from "#shop/accounts/new-id.server.ts";
import { readOldHash, writeOldHash } from "#shop/accounts/passwords/old-hash.ts";
import { setPassword } from "#shop/accounts/passwords/set-password.server.ts";
import { credentials, users, withdrawnAccounts } from "#shop/accounts/tables.server.ts";
import type { OldAccount } from "../old-shop/old-account.ts";
import { oldShopRows } from "../tables.server.ts";
import type { LocalAccount } from "./known-accounts.server.ts";
import { noAddressOf } from "./withdraw-account.server.ts";

/**
 * An account to write, with the fingerprint of its row in the file and the address it gets; null if
 * it is withdrawn.
 */
export type AccountToWrite = { account: OldAccount; there: Buffer; email: string | null };

/**
 * The columns that an import changes; comparing them shows whether the account was changed here.
 */
type Facts = Pick<LocalAccount, "email" | "name" | "emailVerified" | "image" | "phoneNumber" | "disabled" | "role">;

/** Hashes those columns of an account here. */
export function hereOf({ email, name, emailVerified, image, phoneNumber, disabled, role }: Facts): Buffer {
  return sha256(JSON.stringify([email, name, emailVerified, image, phoneNumber, disabled, role]));
}

/** Creates new accounts as customers, with their old passwords, and remembers them. [S3.6] */
export async function writeNew(tx: Tx, rows: readonly AccountToWrite[], keyNumber: number, at: Date): Promise<void> {
  if (rows.length === 0) return;
  const facts = rows.map((row) => ({ ...row, facts: factsOf(row) }));
  await tx.insert(users).values(
    facts.map(({ account, facts: its }) => ({
      ...its,
      id: account.oldId,
      lastLoginAt: account.lastLoginAt,
      createdAt: account.createdAt ?? at,
      updatedAt: at,
    })),
  );
  const withPassword = rows.flatMap(({ account: { oldId: userId, password } }) => (password ? [{ userId, password }] : []));
  if (withPassword.length > 0) {
    await tx.insert(credentials).values(
      withPassword.map(({ userId, password }) => ({
        id: newId(),
        providerId: "credential",
        accountId: userId,
        userId,
        createdAt: at,
        updatedAt: at,
        password: writeOldHash({ keyNumber, ...password }),
      })),
    );
  }
  await storeWithdrawn(tx, rows, at);
  await remember(
    tx,
    facts.map(({ account, there, facts: its }) => ({ oldId: account.oldId, localId: account.oldId, there, here: hereOf(its) })),
    at,
  );
}

/**
 * Updates an account from a newer export. A password that has been used here already stays. The
 * caller ends the sessions of accounts that must not log in any more.
 */
export async function writeChanged(tx: Tx, row: AccountToWrite, local: LocalAccount, keyNumber: number, at: Date): Promise<void> {
  const facts = { ...factsOf(row), disabled: row.email === null || row.account.disabled };
  const changed = await tx
    .update(users)
    .set({ ...facts, updatedAt: at })
    .where(and(eq(users.id, local.id), eq(users.wasAdmin, false)))
    .returning({ id: users.id });
  // It became an admin's since it was read, so it keeps its address and password.
  if (changed.length === 0) return;
  const { password } = row.account;
  const isUnused = local.passwordHash === null || readOldHash(local.passwordHash) !== null;
  if (password && isUnused) {
    await setPassword(tx, { userId: local.id, passwordHash: writeOldHash({ keyNumber, ...password }), at });
  }
  await tx.delete(withdrawnAccounts).where(eq(withdrawnAccounts.userId, local.id));
  await storeWithdrawn(tx, [row], at);
  await remember(tx, [{ oldId: row.account.oldId, localId: local.id, there: row.there, here: hereOf(facts) }], at);
}

/**
 * Remembers which local accounts the rows of the file became; with `here` null, the earlier hash
 * stays.
 */
export async function remember(
  tx: Tx,
  rows: readonly { oldId: string; localId: string; there: Buffer; here: Buffer | null }[],
  at: Date,
): Promise<void> {
  if (rows.length === 0) return;
  await tx
    .insert(oldShopRows)
    .values(rows.map((row) => ({ ...row, kind: "account" as const, importedAt: at })))
    .onConflictDoUpdate({
      target: [oldShopRows.kind, oldShopRows.oldId],
      set: { there: sql`excluded.there`, here: sql`coalesce(excluded.here, ${oldShopRows.here})`, importedAt: at },
    });
}

async function storeWithdrawn(tx: Tx, rows: readonly AccountToWrite[], at: Date): Promise<void> {
  const withdrawn = rows.filter(({ email }) => email === null);
  if (withdrawn.length === 0) return;
  await tx
    .insert(withdrawnAccounts)
    .values(withdrawn.map(({ account }) => ({ userId: account.oldId, email: account.email ?? "", withdrawnAt: at })));
}

function factsOf({ account, email }: AccountToWrite): Facts {
  const { name, emailVerified, image, phoneNumber, disabled, oldId } = account;
  return {
    name,
    image,
    phoneNumber,
    role: "customer",
    email: email ?? noAddressOf(oldId),
    emailVerified: email !== null && emailVerified,
    disabled: email === null || disabled,
  };
}
