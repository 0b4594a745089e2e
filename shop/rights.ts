import type { Actor } from "./actor.ts";
import { type Erased, unlessErased } from "./erased.ts";
import { type Refusal, refused, textOf } from "./refusal.ts";

/**
 * What an owner can grant to a helper. The admin area and the API ask for these by name. What a
 * right opens only shrinks: a new kind of work gets a right of its own, which earlier ones lack.
 * [S13.1]
 */
export const rightNames = [
  "read-orders",
  "decide-orders",
  "answer-buyers",
  "manage-stock",
  "see-ids",
  "handle-money",
  "see-figures",
] as const;

export type Right = (typeof rightNames)[number];

/**
 * What a command or query asks for: a right, `read-catalogue`, which API keys alone are given because
 * everybody else has it, or `own-shop`, which only owners have and nobody can
 * grant: settings, payment methods, pages, people, customers, API keys, notifications, emails,
 * exports, backups, activity and the import. [S13.1]
 */
export type AskedRight = Right | "read-catalogue" | "own-shop";

/**
 * The rights that API keys are made with: each one's label, and what a program with it may do. They
 * are called scopes there. [S13.3]
 */
export const scopes = {
  "read-catalogue": { label: "Read the catalogue", text: "Products on sale, with price and stock." },
  "read-orders": {
    label: "Read orders",
    text: "Every order as helpers see it: payment proofs, email addresses, the last characters of IDs and gift card codes.",
  },
  "decide-orders": {
    label: "Decide orders",
    text: "Approve and reject orders, check payment proofs, mark payments and replace IDs. The program gets back what it changed.",
  },
  "answer-buyers": {
    label: "Answer buyers",
    text: "Read and answer messages of buyers and from the contact page, with names and email addresses. Ask buyers for something, and refuse claims.",
  },
  "see-ids": { label: "See whole IDs", text: "IDs whole, where only their last characters would be. Hand over IDs by their text." },
  "handle-money": {
    label: "Handle money",
    text: "Read every payment, who paid, and gift card codes. Record, match, refund and ignore payments, ask buyers to pay, and confirm bank statements.",
  },
  "manage-stock": {
    label: "Manage the stock",
    text: "Add, change and delete products, add IDs to them, and list their IDs.",
  },
  "see-figures": { label: "See figures", text: "Sales, refunds, fees, costs and profit, by product, day and so on." },
} as const satisfies Partial<Record<Right | "read-catalogue", object>>;

export type Scope = keyof typeof scopes;

/** The scopes in display order. */
export const scopeNames = Object.keys(scopes) as [Scope, ...Scope[]];

/** The rights of somebody who works in the shop, or of an API key. An owner has all. */
export type Rights = "all" | readonly (Right | "read-catalogue")[];

/** The rights that include another one. */
const including: Partial<Record<AskedRight, readonly Right[]>> = { "read-orders": ["decide-orders", "answer-buyers"] };

/** Whether a visitor works in the shop and has a right. Nobody else ever does. [S13.1] [S13.2] */
export function may<V extends Actor>(visitor: V, right: AskedRight): visitor is Extract<V, { kind: "admin" }> {
  return visitor.kind === "admin" && includesRight(visitor.rights, right);
}

/** Whether some rights include another one. */
export function includesRight(rights: Rights, right: AskedRight): boolean {
  if (rights === "all") return true;
  return right !== "own-shop" && [right, ...(including[right] ?? [])].some((one) => rights.includes(one));
}

/** The refusal of whoever lacks a right, which it names. [S13.2] */
export function rightMissing(right: AskedRight): Refusal<"rightMissing"> {
  return refused("rightMissing", { right: textOf(rightTexts[right]) });
}

/** The name of each right, as a text of `refusals`. */
export const rightTexts = {
  "read-catalogue": "rightReadCatalogue",
  "read-orders": "rightReadOrders",
  "decide-orders": "rightDecideOrders",
  "answer-buyers": "rightAnswerBuyers",
  "manage-stock": "rightManageStock",
  "see-ids": "rightSeeIds",
  "handle-money": "rightHandleMoney",
  "see-figures": "rightSeeFigures",
  "own-shop": "rightOwnShop",
} as const satisfies Record<AskedRight, string>;

/** Whether a visitor may see IDs whole, and name them by their text: with the right, or a key of an earlier version. [S13.4] */
export function seesIds(visitor: Actor): boolean {
  return visitor.kind === "admin" && (visitor.readsWhole === true || includesRight(visitor.rights, "see-ids"));
}

/** Whether a visitor reads IDs whole at once; a helper who may see them presses *Show* first. [S13.4] [S13.6] */
export function readsIds(visitor: Actor): boolean {
  return seesIds(visitor) && !(visitor.kind === "admin" && visitor.mustShowIds);
}

/** Whether a visitor reads gift card codes whole: who handles money, or a key of an earlier version. [S13.4] */
function readsGiftCards(visitor: Actor): boolean {
  return visitor.kind === "admin" && (visitor.readsWhole === true || includesRight(visitor.rights, "handle-money"));
}

/**
 * Asks a query's visitor for a right that its door has already asked for, so that a door that
 * forgets shows nothing: the missing right is then a failure. [S13.2]
 */
export function requireRight<V extends Actor>(visitor: V, right: AskedRight): asserts visitor is Extract<V, { kind: "admin" }> {
  if (!may(visitor, right)) throw new Error(`a query was asked without the right ${right}`);
}

const MASK = "••••";
const SHOWN = 4;
/** A shorter ID is masked whole, because its last characters would be most of it. */
const SHOWN_FROM_LENGTH = 9;

/** An ID or a code as those read it who may not read it whole: its last 4 characters. [S13.4] */
export function masked(value: string): string {
  const characters = [...value];
  return characters.length < SHOWN_FROM_LENGTH ? MASK : MASK + characters.slice(-SHOWN).join("");
}

/** Whether a text is a masked ID or code, which is no ID itself. */
export function isMasked(text: string): boolean {
  return text.startsWith(MASK);
}

/** How somebody who does not read IDs whole names one of several: by its place, from 1, and its mask. [S13.5] */
export function idByPlace(position: number, mask: string): string {
  return `${position + 1}. ${mask}`;
}

/** Reads what `idByPlace` made; null if it is anything else. */
export function placeOfId(text: string): { position: number; mask: string } | null {
  const [, place, mask = ""] = /^(\d{1,3})\. (.+)$/.exec(text) ?? [];
  return place !== undefined && isMasked(mask) ? { position: Number(place) - 1, mask } : null;
}

/** An ID as a visitor may read it. [S13.4] */
export function idFor<T extends string | Erased>(visitor: Actor, id: T): T | string {
  const value = unlessErased<string>(id);
  return value === null || readsIds(visitor) ? id : masked(value);
}

/** A gift card code as a visitor may read it. [S13.4] */
export function giftCardCodeFor(visitor: Actor, code: string): string {
  return readsGiftCards(visitor) ? code : masked(code);
}
