import { and, eq, sql } from "drizzle-orm";
import type { Tx } from "#platform/database/open.server.ts";
import { sha256 } from "#platform/vault.server.ts";
import { newId } from "#shop/accounts/new-id.server.ts";
import { readOldHash, writeOldHash } from "#shop/accounts/old-hash.ts";
import { noAddressOf } from "#shop/accounts/set-aside.server.ts";
import { setPassword } from "#shop/accounts/set-password.server.ts";
import { credentials, setAsideAccounts, users } from "#shop/accounts/tables.server.ts";
import type { LocalAccount } from "./known-accounts.server.ts";
import type { OldAccount } from "./old-account.ts";
import { movedIn } from "./tables.server.ts";

/** An account that is to be written: its row of the file by its fingerprint, and the address that it gets; null: it is set aside. */
export type AccountToWrite = { account: OldAccount; there: Buffer; email: string | null };

/** What an account here is like, as far as an export changes it; by it the next import knows whether it was changed here. */
export type Facts = Pick<LocalAccount, "email" | "name" | "emailVerified" | "image" | "phoneNumber" | "disabled" | "role">;

/** A hash of what an account here is like. */
export function hereOf({ email, name, emailVerified, image, phoneNumber, disabled, role }: Facts): Buffer {
  return sha256(JSON.stringify([email, name, emailVerified, image, phoneNumber, disabled, role]));
}

/** Step: brings new accounts in as customers, with their old passwords, and remembers them. [S3.6] */
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
        ...{ id: newId(), providerId: "credential", accountId: userId, userId, createdAt: at, updatedAt: at },
        password: writeOldHash({ keyNumber, ...password }),
      })),
    );
  }
  await keepSetAside(tx, rows, at);
  await remember(
    tx,
    facts.map(({ account, there, facts: its }) => ({ oldId: account.oldId, localId: account.oldId, there, here: hereOf(its) })),
    at,
  );
}

/** Step: changes an account to what it is in a newer export. A password that was used here already stays; who must not log in any more is logged out by the caller. */
export async function writeChanged(tx: Tx, row: AccountToWrite, local: LocalAccount, keyNumber: number, at: Date): Promise<void> {
  const facts = { ...factsOf(row), disabled: row.email === null || row.account.disabled };
  await tx
    .update(users)
    .set({ ...facts, updatedAt: at })
    .where(and(eq(users.id, local.id), eq(users.role, "customer")));
  const { password } = row.account;
  const isUnused = local.passwordHash === null || readOldHash(local.passwordHash) !== null;
  if (password && isUnused) {
    await setPassword(tx, { userId: local.id, passwordHash: writeOldHash({ keyNumber, ...password }), at });
  }
  await tx.delete(setAsideAccounts).where(eq(setAsideAccounts.userId, local.id));
  await keepSetAside(tx, [row], at);
  await remember(tx, [{ oldId: row.account.oldId, localId: local.id, there: row.there, here: hereOf(facts) }], at);
}

/** Step: remembers which accounts here the accounts of the file are; `here` null: as they were remembered before. */
export async function remember(
  tx: Tx,
  rows: readonly { oldId: string; localId: string; there: Buffer; here: Buffer | null }[],
  at: Date,
): Promise<void> {
  if (rows.length === 0) return;
  await tx
    .insert(movedIn)
    .values(rows.map((row) => ({ ...row, kind: "account" as const, movedAt: at })))
    .onConflictDoUpdate({
      target: [movedIn.kind, movedIn.oldId],
      set: { there: sql`excluded.there`, here: sql`coalesce(excluded.here, ${movedIn.here})`, movedAt: at },
    });
}

async function keepSetAside(tx: Tx, rows: readonly AccountToWrite[], at: Date): Promise<void> {
  const aside = rows.filter(({ email }) => email === null);
  if (aside.length === 0) return;
  await tx
    .insert(setAsideAccounts)
    .values(aside.map(({ account }) => ({ userId: account.oldId, email: account.email ?? "", setAsideAt: at })));
}

function factsOf({ account, email }: AccountToWrite): Facts {
  const { name, emailVerified, image, phoneNumber, disabled, oldId } = account;
  return {
    ...{ name, image, phoneNumber, role: "customer" },
    email: email ?? noAddressOf(oldId),
    emailVerified: email !== null && emailVerified,
    disabled: email === null || disabled,
  };
}
