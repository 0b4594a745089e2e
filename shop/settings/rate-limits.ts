import {
  CHALLENGE_VALID_MS,
  CONTACT_MESSAGES_WINDOW_MS,
  LIMIT_WINDOW_MS,
  RESETS_OF_ACCOUNT_MAX,
  RESETS_WINDOW_MS,
  UPLOADS_OF_ORDER_MAX,
  WRONG_API_KEYS_MAX,
  WRONG_KEYS_OF_ORDER_MAX,
  WRONG_PASSWORDS_OF_ADDRESS_TIMES,
  WRONG_PASSWORDS_UNSLOWED_TIMES,
} from "../constants.ts";
import type { ShopSettings } from "./shop-settings.ts";

/** How often somebody may try something within a window; 0: no limit. `who` names what is tried, and by whom or on what. */
export type Limit = { who: string; most: number; windowMs: number };

type Numbers<K extends keyof ShopSettings> = Pick<ShopSettings, K>;

/** Looking an order up by its code, unknown codes too, by one address. */
export function lookUpLimit({ lookUpsMax }: Numbers<"lookUpsMax">, address: string): Limit {
  return { who: `look-up ${address}`, most: lookUpsMax, windowMs: LIMIT_WINDOW_MS };
}

/** Wrong keys for one order, from everywhere, none where look-ups are not limited. Right ones do not count, so that a stranger cannot lock its buyer out. [S6.6] */
export function wrongKeyLimit({ lookUpsMax }: Numbers<"lookUpsMax">, requestCode: string): Limit {
  return { who: `key of ${requestCode}`, most: lookUpsMax === 0 ? 0 : WRONG_KEYS_OF_ORDER_MAX, windowMs: LIMIT_WINDOW_MS };
}

/** API keys that there are not, by one address; none where wrong passwords are not limited. Right ones do not count. */
export function wrongApiKeyLimit({ signInsMax }: Numbers<"signInsMax">, address: string): Limit {
  return { who: `api key ${address}`, most: signInsMax === 0 ? 0 : WRONG_API_KEYS_MAX, windowMs: LIMIT_WINDOW_MS };
}

/** Placing orders, by one address. */
export function orderLimit({ ordersMax }: Numbers<"ordersMax">, address: string): Limit {
  return { who: `order ${address}`, most: ordersMax, windowMs: LIMIT_WINDOW_MS };
}

/** Using a solved challenge, told by its signature, in the place of the limits of orders and pictures: once for as long as it is valid. */
export function solutionLimit(signature: string): Limit {
  return { who: `solution ${signature}`, most: 1, windowMs: CHALLENGE_VALID_MS };
}

/** Sending pictures that the shop has to decode, by one address. */
export function uploadLimit({ uploadsMax }: Numbers<"uploadsMax">, address: string): Limit {
  return { who: `upload ${address}`, most: uploadsMax, windowMs: LIMIT_WINDOW_MS };
}

/** Sending a new picture for one order, which its buyer alone may, from everywhere; none where pictures are not limited. [S4.9] */
export function newProofLimit({ uploadsMax }: Numbers<"uploadsMax">, requestCode: string): Limit {
  return { who: `upload of ${requestCode}`, most: uploadsMax === 0 ? 0 : UPLOADS_OF_ORDER_MAX, windowMs: LIMIT_WINDOW_MS };
}

/** Writing to the shop, by one address. [S2.27] */
export function contactLimit({ contactMessagesMax }: Numbers<"contactMessagesMax">, address: string): Limit {
  return { who: `contact ${address}`, most: contactMessagesMax, windowMs: CONTACT_MESSAGES_WINDOW_MS };
}

/** Signing up, by one address. [S8.3] */
export function signUpLimit({ signUpsMax }: Numbers<"signUpsMax">, address: string): Limit {
  return { who: `sign-up ${address}`, most: signUpsMax, windowMs: LIMIT_WINDOW_MS };
}

/** Asking for reset links, by one address and for one account, which are the same whether or not there is such an account. [S2.17] */
export function resetLimits({ resetsMax }: Numbers<"resetsMax">, address: string, email: string): Limit[] {
  return [
    { who: `reset ${address}`, most: resetsMax, windowMs: RESETS_WINDOW_MS },
    { who: `reset of ${email}`, most: resetsMax === 0 ? 0 : RESETS_OF_ACCOUNT_MAX, windowMs: RESETS_WINDOW_MS },
  ];
}

/**
 * Wrong passwords for one account from one address, and for all accounts from it. Nobody elsewhere counts, so that a stranger cannot lock an account's
 * owner out. [S8.3]
 */
export function signInLimits({ signInsMax }: Numbers<"signInsMax">, address: string, email: string): Limit[] {
  return [
    { who: `sign-in ${address} ${email}`, most: signInsMax, windowMs: LIMIT_WINDOW_MS },
    { who: `sign-in ${address}`, most: signInsMax * WRONG_PASSWORDS_OF_ADDRESS_TIMES, windowMs: LIMIT_WINDOW_MS },
  ];
}

/** Wrong passwords for one account from everywhere: beyond it a sign-in is only slower. [S8.3] */
export function slowingLimit({ signInsMax }: Numbers<"signInsMax">, email: string): Limit {
  return { who: `sign-in of ${email}`, most: signInsMax * WRONG_PASSWORDS_UNSLOWED_TIMES, windowMs: LIMIT_WINDOW_MS };
}
