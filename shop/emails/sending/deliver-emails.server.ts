import type { KeyedText } from "#messages/keyed-text.ts";
import { sha256 } from "#platform/encryption/vault.server.ts";
import type { Delivery, Message, WorkingMail } from "#platform/mail/mail.ts";
import type { Services } from "#platform/provides.ts";
import { textOf } from "#shop/refusal.ts";
import { readSettings } from "#shop/settings/settings.server.ts";
import type { EmailRow } from "../tables.server.ts";
import { type Composed, composeEmail } from "./compose-email.server.ts";
import { composeNewOrders } from "./compose-new-orders.server.ts";

type Needs = Pick<Services, "db" | "settings" | "vault" | "now">;

/** How one email of those that went together fared. */
export type Delivered = { row: EmailRow; delivery: Delivery<KeyedText> };

/** Composes emails from the current data and sends them: one alone, or several new orders as one email. */
export async function deliverEmails(services: Needs, mail: WorkingMail, rows: readonly EmailRow[]): Promise<Delivered[]> {
  const [first, ...others] = rows;
  if (!first) return [];
  return others.length === 0 ? [{ row: first, delivery: await deliverOne(services, mail, first) }] : deliverNewOrders(services, mail, rows);
}

async function deliverOne(services: Needs, mail: WorkingMail, row: EmailRow): Promise<Delivery<KeyedText>> {
  const composed = await composeEmail(services, row, await readSettings(services), mail.origin);
  if (!composed) return givenUp(textOf("emailSubjectGone"));
  return composed.isNeeded ? sendComposed(mail, row.id, composed) : givenUp(textOf("emailTooLate"));
}

/** Orders that were cancelled meanwhile are left out. The id is the same when the same ones go again. */
async function deliverNewOrders(services: Needs, mail: WorkingMail, rows: readonly EmailRow[]): Promise<Delivered[]> {
  const { needed, composed } = await composeNewOrders(services, rows, await readSettings(services), mail.origin);
  const [only, ...more] = needed;
  const send = () => {
    if (only && more.length === 0) return deliverOne(services, mail, only);
    return sendComposed(mail, `new-orders-${sha256(needed.map(({ id }) => id).join()).toString("hex")}`, composed);
  };
  const delivery = only ? await send() : givenUp(textOf("emailTooLate"));
  const stale = givenUp(textOf("emailTooLate"));
  return rows.map((row) => ({ row, delivery: needed.includes(row) ? delivery : stale }));
}

function sendComposed(
  mail: WorkingMail,
  id: Message["id"],
  { email, to, replyTo, unsubscribeLink }: Composed,
): Promise<Delivery<KeyedText>> | Delivery<KeyedText> {
  if (to.length === 0) return givenUp(textOf("emailToNobody"));
  return mail.send({ id, to, replyTo, unsubscribeLink: unsubscribeLink ?? null, ...email });
}

function givenUp(problem: KeyedText): Delivery<KeyedText> {
  return { ok: false, isForGood: true, problem };
}
