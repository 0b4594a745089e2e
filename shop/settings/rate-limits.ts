import { CHALLENGE_VALID_MS, HOUR_MS } from "../constants.ts";
import { mailboxOf } from "../mailbox.ts";
import {
  BUYERS_MESSAGES_OF_NETWORK_MAX,
  BUYERS_MESSAGES_OF_ORDER_MAX,
  CONTACT_MESSAGES_WINDOW_MS,
  FORGED_EVENTS_MAX,
  ID_CHECKS_MAX,
  INVITATION_ATTEMPTS_MAX,
  LIMIT_WINDOW_MS,
  PAY_AGAIN_WINDOW_MS,
  RESETS_OF_MAILBOX_MAX,
  RESETS_WINDOW_MS,
  RETURNS_OF_ORDER_MAX,
  SIGN_UPS_OF_MAILBOX_MAX,
  SIGN_UPS_OF_MAILBOX_WINDOW_MS,
  UPLOADS_OF_ORDER_MAX,
  WAITLIST_OF_EMAIL_MAX,
  WAITLIST_OF_NETWORK_MAX,
  WAITLIST_WINDOW_MS,
  WRONG_API_KEYS_MAX,
  WRONG_KEYS_OF_ORDER_MAX,
  WRONG_PASSWORDS_OF_ADDRESS_TIMES,
  WRONG_PASSWORDS_UNSLOWED_TIMES,
} from "./constants.ts";
import type { ShopSettings } from "./shop-settings.ts";

/**
 * A rate limit: at most `most` attempts per window; 0 means no limit. `who` is the key of what is
 * counted. In these names `address` is the visitor's network (`networkOf`).
 */
export type Limit = { who: string; most: number; windowMs: number };

type Numbers<K extends keyof ShopSettings> = Pick<ShopSettings, K>;

/** Limits looking up orders by code, known or not, per address. */
export function lookupLimit({ lookUpsMax }: Numbers<"lookUpsMax">, address: string): Limit {
  return { who: `look-up ${address}`, most: lookUpsMax, windowMs: LIMIT_WINDOW_MS };
}

/**
 * Limits wrong keys for one order, from all addresses; off if look-ups are not limited. Right keys
 * do not count, so a stranger cannot lock the buyer out. [S6.6]
 */
export function wrongKeyLimit({ lookUpsMax }: Numbers<"lookUpsMax">, requestCode: string): Limit {
  return { who: `key of ${requestCode}`, most: lookUpsMax === 0 ? 0 : WRONG_KEYS_OF_ORDER_MAX, windowMs: LIMIT_WINDOW_MS };
}

/**
 * Limits wrong API keys per address; off if wrong passwords are not limited. Right keys do not
 * count.
 */
export function wrongApiKeyLimit({ signInsMax }: Numbers<"signInsMax">, address: string): Limit {
  return { who: `api key ${address}`, most: signInsMax === 0 ? 0 : WRONG_API_KEYS_MAX, windowMs: LIMIT_WINDOW_MS };
}

/** Limits how often somebody who may not see IDs asks which ones the shop knows. [S13.4] */
export function idCheckLimit({ userId }: { userId: string }): Limit {
  return { who: `id check of ${userId}`, most: ID_CHECKS_MAX, windowMs: HOUR_MS };
}

/** Limits trying links of invitations, per address. [S13.7] */
export function invitationLimit(address: string): Limit {
  return { who: `invitation ${address}`, most: INVITATION_ATTEMPTS_MAX, windowMs: LIMIT_WINDOW_MS };
}

/** Limits forged events of payment providers, per address. Right ones do not count. [S10.4] */
export function forgedEventLimit(address: string): Limit {
  return { who: `forged event ${address}`, most: FORGED_EVENTS_MAX, windowMs: LIMIT_WINDOW_MS };
}

/** Limits alerts with an unknown secret, per address. Right ones do not count. [S16.2] */
export function forgedAlertLimit(address: string): Limit {
  return { who: `forged alert ${address}`, most: FORGED_EVENTS_MAX, windowMs: LIMIT_WINDOW_MS };
}

/**
 * Limits trying again to pay one order, from all addresses; only its buyer can. Each try calls the
 * provider. [S10.3]
 */
export function payAgainLimit(requestCode: string): Limit {
  return { who: `pay again ${requestCode}`, most: 1, windowMs: PAY_AGAIN_WINDOW_MS };
}

/**
 * Limits how often the way back from a provider makes the shop ask about one order, from all
 * addresses. [S10.3]
 */
export function returnLimit(requestCode: string): Limit {
  return { who: `return to ${requestCode}`, most: RETURNS_OF_ORDER_MAX, windowMs: LIMIT_WINDOW_MS };
}

/** Limits placing orders, per address. */
export function orderLimit({ ordersMax }: Numbers<"ordersMax">, address: string): Limit {
  return { who: `order ${address}`, most: ordersMax, windowMs: LIMIT_WINDOW_MS };
}

/**
 * Lets a solved challenge, identified by its signature, replace the limits on orders and pictures
 * once.
 */
export function solutionLimit(signature: string): Limit {
  return { who: `solution ${signature}`, most: 1, windowMs: CHALLENGE_VALID_MS };
}

/** Limits pictures that the shop has to decode, per address. */
export function uploadLimit({ uploadsMax }: Numbers<"uploadsMax">, address: string): Limit {
  return { who: `upload ${address}`, most: uploadsMax, windowMs: LIMIT_WINDOW_MS };
}

/**
 * Limits new pictures for one order, from all addresses; only its buyer can send them. Off if
 * pictures are not limited. [S4.9]
 */
export function newProofLimit({ uploadsMax }: Numbers<"uploadsMax">, requestCode: string): Limit {
  return { who: `upload of ${requestCode}`, most: uploadsMax === 0 ? 0 : UPLOADS_OF_ORDER_MAX, windowMs: LIMIT_WINDOW_MS };
}

/** Limits messages to the shop, per address and per mailbox of the writer. [S2.27] */
export function contactLimits({ contactMessagesMax }: Numbers<"contactMessagesMax">, address: string, email: string): Limit[] {
  return [
    { who: `contact ${address}`, most: contactMessagesMax, windowMs: CONTACT_MESSAGES_WINDOW_MS },
    { who: `contact of ${mailboxOf(email)}`, most: contactMessagesMax, windowMs: CONTACT_MESSAGES_WINDOW_MS },
  ];
}

/** Limits a buyer's messages about an order, per order and per network. [S14.12] */
export function orderMessageLimits(requestCode: string, network: string | null): Limit[] {
  const ofNetwork = { who: `order message ${network}`, most: BUYERS_MESSAGES_OF_NETWORK_MAX, windowMs: HOUR_MS };
  const ofOrder = { who: `message of ${requestCode}`, most: BUYERS_MESSAGES_OF_ORDER_MAX, windowMs: HOUR_MS };
  return network === null ? [ofOrder] : [ofOrder, ofNetwork];
}

/**
 * Limits leaving an email address for a sold-out product, per network and per mailbox; off if
 * messages are not limited. It counts the same whether or not the address is known. [S12.9]
 */
export function waitlistLimits({ contactMessagesMax }: Numbers<"contactMessagesMax">, address: string, email: string): Limit[] {
  const isOff = contactMessagesMax === 0;
  return [
    { who: `waitlist ${address}`, most: isOff ? 0 : WAITLIST_OF_NETWORK_MAX, windowMs: WAITLIST_WINDOW_MS },
    { who: `waitlist of ${mailboxOf(email)}`, most: isOff ? 0 : WAITLIST_OF_EMAIL_MAX, windowMs: WAITLIST_WINDOW_MS },
  ];
}

/** Limits sign-ups, per address and per mailbox. [S8.3] */
export function signUpLimits({ signUpsMax }: Numbers<"signUpsMax">, address: string, email: string): Limit[] {
  return [
    { who: `sign-up ${address}`, most: signUpsMax, windowMs: LIMIT_WINDOW_MS },
    {
      who: `sign-up of ${mailboxOf(email)}`,
      most: signUpsMax === 0 ? 0 : SIGN_UPS_OF_MAILBOX_MAX,
      windowMs: SIGN_UPS_OF_MAILBOX_WINDOW_MS,
    },
  ];
}

/**
 * Limits reset links per address and per mailbox. They count the same whether or not the account
 * exists. [S2.17]
 */
export function resetLimits({ resetsMax }: Numbers<"resetsMax">, address: string, email: string): Limit[] {
  return [
    { who: `reset ${address}`, most: resetsMax, windowMs: RESETS_WINDOW_MS },
    { who: `reset of ${mailboxOf(email)}`, most: resetsMax === 0 ? 0 : RESETS_OF_MAILBOX_MAX, windowMs: RESETS_WINDOW_MS },
  ];
}

/**
 * Limits wrong passwords per address, for one account and for all of them. Other addresses do not
 * count, so a stranger cannot lock the owner of an account out. [S8.3]
 */
export function signInLimits({ signInsMax }: Numbers<"signInsMax">, address: string, email: string): Limit[] {
  return [
    { who: `sign-in ${address} ${email}`, most: signInsMax, windowMs: LIMIT_WINDOW_MS },
    { who: `sign-in ${address}`, most: signInsMax * WRONG_PASSWORDS_OF_ADDRESS_TIMES, windowMs: LIMIT_WINDOW_MS },
  ];
}

/**
 * Wrong passwords for one account, from all addresses, after which sign-ins are only slowed down.
 * [S8.3]
 */
export function slowingLimit({ signInsMax }: Numbers<"signInsMax">, email: string): Limit {
  return { who: `sign-in of ${email}`, most: signInsMax * WRONG_PASSWORDS_UNSLOWED_TIMES, windowMs: LIMIT_WINDOW_MS };
}
