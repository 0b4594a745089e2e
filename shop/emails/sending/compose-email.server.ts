import { and, eq, gt, inArray } from "drizzle-orm";
import type { Tx } from "#platform/database/open.server.ts";
import type { Services } from "#platform/provides.ts";
import { isSame, sha256 } from "#platform/vault.server.ts";
import { passwordResets, users } from "#shop/accounts/tables.server.ts";
import { contactMessages } from "#shop/contact/tables.server.ts";
import type { LetterRow } from "#shop/letters/claim-letter.server.ts";
import type { Letter } from "#shop/letters/letter-body.ts";
import {
  contactMessageLetter,
  mostlyHeldLetter,
  newOrderLetter,
  type OrderFacts,
  orderApprovedLetter,
  orderLapsedLetter,
  orderPlacedLetter,
  orderRejectedLetter,
  passwordResetLetter,
  type WayToOrder,
} from "#shop/letters/letter-texts.ts";
import { resetTokensOf } from "#shop/letters/reset-token.server.ts";
import { messages, sentence } from "#shop/messages.ts";
import type { ShopSettings } from "#shop/settings/shop-settings.ts";
import { accessKeysOf, unlocks } from "./access-key.server.ts";
import { privatePath } from "./access-key.ts";
import { paymentMethods } from "./order.ts";
import { type OrderWithIds, orderWithIds } from "./orders.server.ts";
import { orders } from "./tables.server.ts";

type Needs = { db: Pick<Tx, "select"> } & Pick<Services, "vault" | "now">;

/** A letter as it would leave now, its secret links filled in. `to` is empty when there is nobody; `isNeeded` is false when it would tell nothing any more. */
export type Composed = { letter: Letter; to: string[]; replyTo: string | null; isNeeded: boolean };

/**
 * Writes a letter from its row and from what is known now; its links begin with `origin`. Null when what it was about is gone. Takes a transaction as
 * its database, too.
 */
export async function composeLetter(services: Needs, row: LetterRow, settings: ShopSettings, origin: string): Promise<Composed | null> {
  const written = await write(services, row, settings, origin);
  return written && { replyTo: settings.supportEmail, isNeeded: true, ...written, to: await addressesOf(services, row, settings) };
}

type Written = Pick<Composed, "letter"> & Partial<Composed>;

async function write(services: Needs, row: LetterRow, settings: ShopSettings, origin: string): Promise<Written | null> {
  const shopName = settings.name;
  switch (row.kind) {
    case "password-reset": {
      const { token, isNeeded } = await opening(services, resetTokensOf(services, row.id));
      return { letter: passwordResetLetter({ shopName, link: `${origin}/reset-password/${token}` }), isNeeded };
    }
    case "contact-message":
      return writeContactMessage(services, row, shopName);
    case "mostly-held": {
      const { product = "", held, free } = row.facts;
      const says = sentence("mostIsHeld", product, Number(held), Number(free));
      return {
        letter: mostlyHeldLetter({ shopName, product, says, asks: messages.mostIsHeldAsk, link: `${origin}/admin/dashboard?tab=requests` }),
      };
    }
    default:
      return writeAboutOrder(services, row, settings, origin);
  }
}

/** The token that opens the page, of those that the letter's may be. */
async function opening({ db, now }: Needs, resetTokens: string[]): Promise<{ token: string | undefined; isNeeded: boolean }> {
  const hashes = resetTokens.map((token) => sha256(token));
  const [reset] = await db
    .select({ tokenHash: passwordResets.tokenHash })
    .from(passwordResets)
    .where(and(inArray(passwordResets.tokenHash, hashes), gt(passwordResets.expiresAt, now())));
  const at = reset ? hashes.findIndex((hash) => isSame(hash, reset.tokenHash)) : 0;
  return { token: resetTokens[at], isNeeded: reset !== undefined };
}

async function writeContactMessage({ db, vault }: Needs, { facts }: LetterRow, shopName: string): Promise<Written | null> {
  const [found] = await db
    .select()
    .from(contactMessages)
    .where(eq(contactMessages.id, facts.messageId ?? ""));
  if (!found) return null;
  const email = vault.open(found.email);
  return { letter: contactMessageLetter({ shopName, name: found.name, email, message: found.message }), replyTo: email };
}

async function writeAboutOrder(
  services: Needs,
  { kind, orderId }: LetterRow,
  settings: ShopSettings,
  origin: string,
): Promise<Written | null> {
  const [found] = await services.db
    .select(orderWithIds)
    .from(orders)
    .where(eq(orders.id, orderId ?? ""));
  if (!found) return null;
  const { name: shopName } = settings;
  const order = factsOf(found);
  const way = wayTo(services, found, origin);
  switch (kind) {
    case "order-approved": {
      const ids = settings.mailsIds && found.delivered.length > 0 ? found.delivered.map((value) => services.vault.open(value)) : null;
      const howToPay = found.paymentMethod === "request" && found.paidAt === null ? settings.howToPay : null;
      return { letter: orderApprovedLetter({ shopName, order, way, ids, howToPay }) };
    }
    case "order-rejected":
      return { letter: orderRejectedLetter({ shopName, order, way, reason: found.reason ?? "" }) };
    case "order-lapsed":
      return { letter: orderLapsedLetter({ shopName, order, way, why: sentence("orderLapsed", found.lapsedAfterHours ?? 0) }) };
    case "new-order": {
      const link = `${origin}/admin/dashboard?${new URLSearchParams({ tab: "requests", search: found.requestCode })}`;
      return { letter: newOrderLetter({ shopName, order, link }), replyTo: null, isNeeded: found.status !== "cancelled" };
    }
    default:
      return { letter: orderPlacedLetter({ shopName, order, way }), isNeeded: found.status !== "cancelled" };
  }
}

function factsOf({ requestCode, productName, quantity, totalPaise, paymentMethod }: OrderWithIds): OrderFacts {
  return { requestCode, productName, quantity, totalPaise, paidBy: paymentMethods[paymentMethod] };
}

/** A guest's private link as long as it works; a customer's page, behind the login. [S6.6] */
function wayTo(services: Needs, order: OrderWithIds, origin: string): WayToOrder {
  const page = `/order-status/${order.requestCode}`;
  if (order.userId !== null) return { link: `${origin}/login?${new URLSearchParams({ to: page })}`, isPrivate: false };
  const accessKey = accessKeysOf(services, order).find((key) => unlocks({ accessKey: key, browser: null }, order));
  return { link: origin + (accessKey ? privatePath(order.requestCode, accessKey) : page), isPrivate: accessKey !== undefined };
}

/** Where a letter goes. The owner is whom the settings name, or else every admin who is not disabled. */
async function addressesOf({ db, vault }: Needs, { recipient }: LetterRow, { ownerEmail }: ShopSettings): Promise<string[]> {
  if (recipient) return [vault.open(recipient)];
  if (ownerEmail) return [ownerEmail];
  const admins = await db
    .select({ email: users.email })
    .from(users)
    .where(and(eq(users.role, "admin"), eq(users.disabled, false)));
  return admins.map(({ email }) => email);
}
