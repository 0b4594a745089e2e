import type { OldAccount } from "../old-shop/old-account.ts";
import type { MigratedOutcome, Warning } from "../report/report-row.ts";

/** What the shop knows about an account before it is imported. */
type KnownOfAccount = {
  /** From an earlier import: whether the account is unchanged in the file, and unchanged here. */
  imported: { isSameThere: boolean; isSameHere: boolean } | null;
  /** The account here with the old id. */
  local: { wasAdmin: boolean; email: string; isWithdrawn: boolean } | null;
  /** The other account here that has its email address. */
  emailOwner: { id: string; wasAdmin: boolean; isImported: boolean } | null;
};

/** What to do with an account. `email` is the address it gets; null means that it is withdrawn. */
export type AccountDecision = {
  outcome: MigratedOutcome;
  warnings: Warning[];
  writes: null | "new" | "changed" | "remembered";
  email: string | null;
  /** An account that was created here with the address and is withdrawn to make room. */
  withdraws: string | null;
};

const nothing = (outcome: MigratedOutcome, ...warnings: Warning[]): AccountDecision => ({
  outcome,
  warnings,
  writes: null,
  email: null,
  withdraws: null,
});

/**
 * Decides what happens to an account of the old shop. It is matched by its old id only, never by
 * its address. Changes made here stay; an account that is, or ever was, an admin's is never
 * touched, and no admin is created. [S3.6] [S6.3]
 */
export function decideAccount(account: Pick<OldAccount, "email">, { imported, local, emailOwner }: KnownOfAccount): AccountDecision {
  if (imported && !local) return nothing("skipped", "accountDeletedHere");
  if (imported?.isSameThere) return nothing("unchanged");
  if (local?.wasAdmin) return nothing("unchanged", "accountIsAdmin");
  if (imported && !imported.isSameHere) return { ...nothing("unchanged", "accountChangedHere"), writes: "remembered" };
  if (local && !imported) return { ...nothing("merged"), writes: "remembered" };

  const written = { outcome: imported ? "updated" : "imported", writes: imported ? "changed" : "new" } as const;
  const address = addressFor(account.email, emailOwner);
  return { ...written, ...address };
}

function addressFor(email: string | null, owner: KnownOfAccount["emailOwner"]): Pick<AccountDecision, "email" | "withdraws" | "warnings"> {
  const without = (...warnings: Warning[]) => ({ email: null, withdraws: null, warnings });
  if (email === null) return without();
  if (owner === null) return { email, withdraws: null, warnings: [] };
  if (owner.wasAdmin) return without("accountEmailOfAdmin");
  if (owner.isImported) return without("accountEmailTwice");
  return { email, withdraws: owner.id, warnings: ["accountEmailTaken"] };
}
