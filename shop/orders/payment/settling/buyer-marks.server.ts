import type { Services } from "#platform/provides.ts";
import { OF_48_TIMES, OF_56_TIMES } from "#shop/constants.ts";
import { mailboxOf } from "#shop/mailbox.ts";

/**
 * Something by which a new buyer is known again: its fingerprints, under the current secret first,
 * and how many times the IDs of one buyer all who share it may get.
 */
export type BuyerMark = { prints: Buffer[]; times: number };

/** What tells about a buyer. The fingerprints of networks were made when the order was placed. */
type Known = { paidBy: readonly string[]; emails: readonly string[]; network: Buffer | null; of56: Buffer | null; of48: Buffer | null };

/**
 * The marks of a buyer: each UPI ID, card, phone number or email address that paid, the mailbox of
 * the order, and the network that it came from. [S10.6]
 */
export function buyerMarks({ vault }: Pick<Services, "vault">, { paidBy, emails, network, of56, of48 }: Known): BuyerMark[] {
  const names = new Set([...paidBy, ...emails].map((name) => (name.includes("@") ? mailboxOf(name) : name)));
  const ofNames = [...names].map((name) => ({ prints: vault.fingerprints(`new buyer\n${name}`), times: 1 }));
  const around = (print: Buffer | null, times: number) => (print ? [{ prints: [print], times }] : []);
  return [...ofNames, ...around(network, 1), ...around(of56, OF_56_TIMES), ...around(of48, OF_48_TIMES)];
}
