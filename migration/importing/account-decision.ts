import type { OldAccount } from "../old-shop/old-account.ts";
import type { MigratedOutcome, Warning } from "../report/report-row.ts";

/** What the shop knows about an account before it is imported. */
type KnownOfAccount = {
  /** From an earlier import: whether the account is unchanged in the file, and unchanged here. */
  moved: { isSameThere: boolean; isSameHere: boolean } | null;
  /** The account here with the old id. */
  local: { wasAdmin: boolean; email: string; isSetAside: boolean } | null;
  /** The other account here that has its email address. */
  emailOwner: { id: string; wasAdmin: boolean; isMovedIn: boolean } | null;
};

/** What to do with an account. `email` is the address it gets; null means that it is withdrawn. */
export type AccountDecision = {
  outcome: MigratedOutcome;
  warnings: Warning[];
  writes: null | "new" | "changed" | "remembered";
  email: string | null;
  /** An account that was created here with the address and is withdrawn to make room. */
  setsAside: string | null;
};

const nothing = (outcome: MigratedOutcome, ...warnings: Warning[]): AccountDecision => ({
  ...{ outcome, warnings, writes: null, email: null, setsAside: null },
});

/**
 * Decides what happens to an account of the old shop. It is matched by its old id only, never by
 * its address. Changes made here stay; an account that is, or ever was, an admin's is never
 * touched, and no admin is created. [S3.6] [S6.3]
 */
export function decideAccount(account: Pick<OldAccount, "email">, { moved, local, emailOwner }: KnownOfAccount): AccountDecision {
  if (moved && !local) return nothing("skipped", "accountDeletedHere");
  if (moved?.isSameThere) return nothing("unchanged");
  if (local?.wasAdmin) return nothing("unchanged", "accountIsAdmin");
  if (moved && !moved.isSameHere) return { ...nothing("unchanged", "accountChangedHere"), writes: "remembered" };
  if (local && !moved) return { ...nothing("merged"), writes: "remembered" };

  const kept = { outcome: moved ? "updated" : "imported", writes: moved ? "changed" : "new" } as const;
  const address = addressFor(account.email, emailOwner);
  return { ...kept, ...address };
}

function addressFor(email: string | null, owner: KnownOfAccount["emailOwner"]): Pick<AccountDecision, "email" | "setsAside" | "warnings"> {
  const without = (...warnings: Warning[]) => ({ email: null, setsAside: null, warnings });
  if (email === null) return without();
  if (owner === null) return { email, setsAside: null, warnings: [] };
  if (owner.wasAdmin) return without("accountEmailOfAdmin");
  if (owner.isMovedIn) return without("accountEmailTwice");
  return { email, setsAside: owner.id, warnings: ["accountEmailTaken"] };
}
