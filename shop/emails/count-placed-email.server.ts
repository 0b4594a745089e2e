import type { Services } from "#platform/provides.ts";
import { OF_48_TIMES, OF_56_TIMES } from "#shop/constants.ts";
import { mailboxOf } from "#shop/mailbox.ts";
import { PLACED_EMAILS_OF_MAILBOX_MAX, PLACED_EMAILS_OF_NETWORK_MAX } from "./constants.ts";

/** Fingerprints of a network and of the IPv6 /56 and /48 around it; the first of each counts. */
type Networks = { address: string[]; of56: string[]; of48: string[] };

/**
 * Counts an email to this address that an order from these networks causes. Returns false if the
 * mailbox already got enough of them lately, or the networks caused enough.
 */
export function countEmailTo(
  { mail, emailsOfOrders }: Pick<Services, "mail" | "emailsOfOrders">,
  email: string,
  { address, of56, of48 }: Networks,
): boolean {
  if (!mail.isOn) return true;
  const counted = [
    { who: mailboxOf(email), most: PLACED_EMAILS_OF_MAILBOX_MAX },
    { who: address[0], most: PLACED_EMAILS_OF_NETWORK_MAX },
    { who: of56[0], most: PLACED_EMAILS_OF_NETWORK_MAX * OF_56_TIMES },
    { who: of48[0], most: PLACED_EMAILS_OF_NETWORK_MAX * OF_48_TIMES },
  ];
  let isAllowed = true;
  for (const { who, most } of counted) {
    if (who === undefined) continue;
    emailsOfOrders.count(who, 1);
    isAllowed &&= emailsOfOrders.of(who) <= most;
  }
  return isAllowed;
}
