import type { OldAccount } from "./old-account.ts";
import type { MovedOutcome, Oddity } from "./report-row.ts";

/** What the shop knows of an account before it moves in. */
export type KnownOfAccount = {
  /** From an earlier import: whether the file says the same as then, and whether it is here as it was left. */
  moved: { isSameThere: boolean; isSameHere: boolean } | null;
  /** The account here under the old id. */
  local: { role: "customer" | "admin"; email: string; isSetAside: boolean } | null;
  /** Who has its e-mail address here, unless it is the same account. */
  emailOwner: { id: string; role: "customer" | "admin"; isMovedIn: boolean } | null;
};

/** What is done with an account; `email` is the address that it gets, null: it is set aside. */
export type AccountDecision = {
  outcome: MovedOutcome;
  oddities: Oddity[];
  writes: null | "new" | "changed" | "remembered";
  email: string | null;
  /** The account that was opened here with the address, and makes room. */
  setsAside: string | null;
};

const nothing = (outcome: MovedOutcome, ...oddities: Oddity[]): AccountDecision => ({
  ...{ outcome, oddities, writes: null, email: null, setsAside: null },
});

/**
 * Decides what becomes of an account of the old shop. It is known by its old id alone, never by its address; what was changed here since stays; an admin is
 * never touched, and none is made. [S3.6] [S6.3]
 */
export function decideAccount(account: Pick<OldAccount, "email">, { moved, local, emailOwner }: KnownOfAccount): AccountDecision {
  if (moved && !local) return nothing("skipped", "accountDeletedHere");
  if (moved?.isSameThere) return nothing("unchanged");
  if (local?.role === "admin") return nothing("unchanged", "accountIsAdmin");
  if (moved && !moved.isSameHere) return { ...nothing("unchanged", "accountChangedHere"), writes: "remembered" };
  if (local && !moved) return { ...nothing("merged"), writes: "remembered" };

  const kept = { outcome: moved ? "updated" : "imported", writes: moved ? "changed" : "new" } as const;
  const address = addressFor(account.email, emailOwner);
  return { ...kept, ...address };
}

function addressFor(email: string | null, owner: KnownOfAccount["emailOwner"]): Pick<AccountDecision, "email" | "setsAside" | "oddities"> {
  const without = (...oddities: Oddity[]) => ({ email: null, setsAside: null, oddities });
  if (email === null) return without();
  if (owner === null) return { email, setsAside: null, oddities: [] };
  if (owner.role === "admin") return without("accountEmailOfAdmin");
  if (owner.isMovedIn) return without("accountEmailTwice");
  return { email, setsAside: owner.id, oddities: ["accountEmailTaken"] };
}
