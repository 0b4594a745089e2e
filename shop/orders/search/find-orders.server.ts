import { sql } from "drizzle-orm";
import type { Reading } from "#platform/database/open.server.ts";
import type { Services } from "#platform/provides.ts";
import type { Visitor } from "#shop/accounts/visitor.ts";
import { canonicalText, withoutSeparators } from "#shop/canonical-text.ts";
import { PAGE_SIZE, REQUEST_ID_SHOWN_LENGTH, SEARCH_MAX_LENGTH } from "#shop/constants.ts";
import { matchesSearch } from "#shop/matches-search.server.ts";
import { ok, type Result } from "#shop/refusal.ts";
import { may, rightMissing } from "#shop/rights.ts";
import { idFingerprints } from "#shop/stock/books/id-fingerprint.server.ts";
import { giftCardFingerprints } from "../proofs/payment-fingerprint.server.ts";
import { readPage } from "../reading/listed-orders.server.ts";
import { languageOfName } from "../reading/ordered-name.ts";
import { readRequestCode } from "../request-code.ts";
import { orders } from "../tables.server.ts";
import { emailFingerprints, fingerprintEmails } from "./fingerprint-emails.server.ts";
import type { FoundOrder } from "./found-order.ts";

type Needs = Pick<Services, "db" | "vault">;

/** How many new addresses a search for one fingerprints first; a chore makes the others. */
const NEW_EMAILS_MAX = 500;

/**
 * Finds orders in any state: by request code, order id, an ID that an order holds, got or had
 * replaced, gift card code, UTR, a payment's reference, the email of a guest or customer, or user
 * id. Only if there is none, by the words of product, buyer, code or id. Newest first, at most
 * `PAGE_SIZE`. Every part walks an index. For admins. [S12.3]
 */
export async function findOrders(services: Needs, visitor: Visitor, given: string): Promise<Result<FoundOrder[], "rightMissing">> {
  if (!may(visitor, "read-orders")) return rightMissing("read-orders");
  const words = given.trim().slice(0, SEARCH_MAX_LENGTH);
  if (words === "") return ok([]);
  if (words.includes("@")) await fingerprintEmails(services, { most: NEW_EMAILS_MAX });
  const exact = await findExact(services, words);
  return ok(exact.length > 0 ? exact : await findByWords(services.db, words));
}

/**
 * Not prepared: the beginning of an id walks the index only if it is known when the
 * query is planned.
 */
async function findExact({ db, vault }: Needs, given: string): Promise<FoundOrder[]> {
  const words = canonicalText(given).trim();
  const { rows } = await db.$client.query<Found>({
    text: exactly,
    values: [
      readRequestCode(words) ?? words,
      words,
      words.length < REQUEST_ID_SHOWN_LENGTH ? null : `${words.replace(/[\\%_]/g, "\\$&")}%`,
      withoutSeparators(words),
      words.toLowerCase(),
      idFingerprints(vault, given),
      giftCardFingerprints({ vault }, words),
      emailFingerprints({ vault }, words),
      given,
    ],
  });
  return rows.map(withLanguage);
}

/** An order as the database has it, with its product's names in every language. */
type Found = Omit<FoundOrder, "nameLanguage"> & { productNames: Record<string, string> | null };

function withLanguage({ productNames, ...order }: Found): FoundOrder {
  return { ...order, nameLanguage: languageOfName({ ...order, productNames }) };
}

/** Each customer's newest orders, so that one with very many does not take long. */
const ofUser = `lateral (select o.id from orders o where o.user_id = u.id order by o.created_at desc, o.id desc limit ${PAGE_SIZE}) as mine`;

/**
 * The values are: request code, canonical words, the beginning of an order's id, a number without
 * spaces and dashes, the address in lowercase, the fingerprints of an ID, a gift card code and an
 * address, and the words as they are, because user ids of the old shop have any characters.
 */
const exactly = `
  select o.id, o.request_code as "requestCode", o.product_name as "productName", o.product_names as "productNames", o.quantity, o.total_paise::float8 as "totalPaise",
    o.created_at as "createdAt", o.status, found.by
  from (select distinct on (id) id, by from (
    select id, 'code' as by, 1 as rank from orders where request_code = $1
    union all (select id, 'code', 1 from orders where id = $2)
    union all (select id, 'code', 1 from orders where id like $3::text limit ${PAGE_SIZE})
    union all (select h.order_id, 'unit', 2 from unnest($6::bytea[]) as given (print)
      cross join lateral (select id from units where fingerprint = given.print offset 0) u join order_units h on h.unit_id = u.id)
    union all (select r.order_id, 'replaced', 2 from unnest($6::bytea[]) as given (print)
      cross join lateral (select id from units where fingerprint = given.print offset 0) u join replacements r on r.faulty_unit_id = u.id)
    union all (select g.order_id, 'giftCard', 3 from unnest($7::bytea[]) as given (print)
      cross join lateral (select order_id from payment_fingerprints where gift_card[1] = given.print order by id desc limit ${PAGE_SIZE}) g)
    union all (select id, 'utr', 4 from orders where utr = $4 limit ${PAGE_SIZE})
    union all (select order_id, 'payment', 5 from payments where reference in ($2, $4) and order_id is not null limit ${PAGE_SIZE})
    union all (select e.id, 'email', 6 from unnest($8::bytea[]) as given (print)
      cross join lateral (select id from orders where email_print = given.print order by created_at desc, id desc limit ${PAGE_SIZE}) e)
    union all (select mine.id, 'email', 6 from users u, ${ofUser} where u.email = $5)
    union all (select mine.id, 'customer', 7 from users u, ${ofUser} where u.id in ($2, $9))
  ) as ways order by id, rank) as found join orders o on o.id = found.id
  order by o.created_at desc, o.id desc limit ${PAGE_SIZE}`;

/** The orders that contain the words, and those of customers who do. */
async function findByWords(db: Reading, words: string): Promise<FoundOrder[]> {
  const [page, ofCustomers] = await Promise.all([
    readPage({ db }, "found", "all", { search: words }, (db, page) =>
      db
        .with(page.rows)
        .select(paged)
        .from(page.rows)
        .orderBy(...page.orderBy),
    ),
    findOfCustomers(db, words),
  ]);
  const contain = page.rows.map(({ handledAt: _handled, paidAt: _paid, hasPaymentToReview: _toReview, ...row }) => ({
    ...row,
    by: "words" as const,
  }));
  const found = new Map([...contain, ...ofCustomers.map((row) => ({ ...row, by: "customer" as const }))].map((order) => [order.id, order]));
  return [...found.values()]
    .sort((one, other) => other.createdAt.getTime() - one.createdAt.getTime())
    .slice(0, PAGE_SIZE)
    .map(withLanguage);
}

const { id, requestCode, productName, productNames, quantity, totalPaise, createdAt, status } = orders;
const listed = { id, requestCode, productName, productNames, quantity, totalPaise, createdAt, status };
/** And what the cursor of a page needs. */
const paged = { ...listed, handledAt: orders.handledAt, paidAt: orders.paidAt, hasPaymentToReview: orders.hasPaymentToReview };

/** The orders of customers whose address or name contains the words. */
function findOfCustomers(db: Reading, words: string) {
  const who = sql`(select u.id from users u where ${matchesSearch(sql`u.email`, words)} or ${matchesSearch(sql`searched_text(u.name)`, words)} limit ${PAGE_SIZE}) as u`;
  const theirs = sql`select mine.id from ${who}, ${sql.raw(ofUser)}`;
  return db.select(listed).from(orders).where(sql`${orders.id} = any(array(${theirs}))`);
}
