import type { Services } from "#platform/provides.ts";
import type { Actor } from "#shop/actor.ts";
import { placeOf } from "#shop/encrypted-columns.server.ts";
import type { Paise } from "#shop/money.ts";
import { readCursor, writeCursor } from "#shop/page-cursor.ts";
import type { PaymentSource } from "#shop/payments/payment.ts";
import { idFor, requireRight } from "#shop/rights.ts";
import { readKey } from "#shop/stored-text.ts";
import { CLAIMS_AT_ONCE_MAX, RECORD_ORDERS_MAX } from "../constants.ts";
import type { RefundOfPayment } from "../payment/listed-payment.ts";
import { languageOfName } from "../reading/ordered-name.ts";
import { shareOf } from "./claim.ts";
import type { ClaimList, ListedClaim } from "./listed-claim.ts";

/**
 * Lists a page of claims with the facts to decide them: open ones and those that wait for stock the
 * longest waiting first, decided ones the newest first. Optionally those of one import. IDs are
 * masked for who may not see them. One query. For persons with `read-orders`. [S15.9] [S13.4]
 */
export async function listClaims(
  { db, vault }: Pick<Services, "db" | "vault">,
  actor: Actor,
  { list, after, batchId = null }: { list: ClaimList; after: string | null; batchId?: string | null },
): Promise<{ rows: ListedClaim[]; next: string | null }> {
  requireRight(actor, "read-orders");
  const cursor = after === null ? null : readCursor(after);
  const { rows } = await db.$client.query<Row>({
    name: `claims-${list}-${cursor ? "after" : "first"}${batchId === null ? "" : "-import"}`,
    text: pageOf(list, cursor !== null, batchId !== null),
    values: [...(batchId === null ? [] : [batchId]), ...(cursor ? [cursor.at, cursor.id] : [])],
  });
  const shown = rows.slice(0, CLAIMS_AT_ONCE_MAX);
  const last = shown.at(-1);
  const claims = shown.map((row) => opened(vault, actor, row));
  return { rows: claims, next: rows.length > CLAIMS_AT_ONCE_MAX && last ? writeCursor(last.at, last.id) : null };
}

type Row = Omit<ListedClaim, "value" | "text" | "nameLanguage" | "share" | "refund"> & {
  at: Date;
  value: Buffer | null;
  print: Buffer;
  productNames: Record<string, string> | null;
  messageId: string | null;
  text: Buffer | null;
  paid: { source: PaymentSource; leftPaise: Paise; currency: string } | null;
  refund: { paise: Paise; state: RefundOfPayment["state"]; problem: string | null } | null;
};

function opened(
  vault: Services["vault"],
  actor: Actor,
  { at: _, print, productNames, messageId, paid, refund: back, ...row }: Row,
): ListedClaim {
  const value = row.value && vault.decrypt(placeOf("units.value", print.toString("hex")), row.value);
  const text = row.text && messageId && vault.decrypt(placeOf("order_messages.text", messageId), row.text);
  const pricePaise = Number(row.pricePaise);
  const nameLanguage = languageOfName({ productName: row.productName, productNames });
  const moneyBackPaise = Number(row.moneyBackPaise);
  const share = paid && shareOf({ pricePaise }, paid);
  const more = {
    share: paid && share?.ok ? { paise: share.value, source: paid.source } : null,
    refund: back && { ...back, problem: back.problem === null ? null : readKey(back.problem) },
  };
  return {
    ...row,
    ...more,
    nameLanguage,
    pricePaise,
    moneyBackPaise,
    value: value === null ? null : idFor(actor, value),
    text: text || null,
  };
}

const times = { open: "opened_at", waiting: "waits_since", decided: "decided_at" } as const;
const conditions = {
  open: "state = 'open' and waits_since is null",
  waiting: "waits_since is not null",
  decided: "decided_at is not null",
} as const;

function pageOf(list: ClaimList, isAfter: boolean, isOfBatch: boolean): string {
  const [at, id] = isOfBatch ? ["$2", "$3"] : ["$1", "$2"];
  const ofBatch = isOfBatch ? " and unit_id in (select id from units where batch_id = $1)" : "";
  const [direction, beyond] = list === "decided" ? ["desc", "<"] : ["asc", ">"];
  const time = times[list];
  return `with page as (
    select * from claims where ${conditions[list]}${ofBatch}${isAfter ? ` and (${time}, id) ${beyond} (${at}::timestamptz, ${id})` : ""}
    order by ${time} ${direction}, id ${direction} limit ${CLAIMS_AT_ONCE_MAX + 1}
  ), shown as (
    select distinct u.batch_id from page join units u on u.id = page.unit_id where u.batch_id is not null
  ), dead as (
    select batch_id, sum(dead)::integer as dead, sum(gone)::integer as gone
    from (
      select u.batch_id, count(*) as dead, count(*) as gone from units u join replacements r on r.faulty_unit_id = u.id
        where u.withdrawn = 'faulty' and u.batch_id in (select batch_id from shown) group by u.batch_id
      union all
      select u.batch_id, count(*), 0 from claims k join units u on u.id = k.unit_id
        where k.state in ('refunding', 'refunded') and u.batch_id in (select batch_id from shown) group by u.batch_id) as counted
    group by batch_id
  )
  select c.id, c.${time} as at, o.request_code as "requestCode", c.number, c.position + 1 as place, u.value, u.fingerprint as print,
    o.product_name as "productName", o.product_names as "productNames", c.reason, c.state, c.opened_by as "openedBy",
    coalesce(c.reopened_at, c.opened_at) as "openedAt", c.reopened_at is not null as "wasOpenedAgain", c.decided_at as "decidedAt",
    coalesce((select email from users where id = c.decided_by), (select name from api_keys where 'api-key:' || id = c.decided_by)) as "decidedByName",
    m.id as "messageId", m.text, case when m.picture_key is not null and m.erased_at is null then m.number end as "pictureOf",
    coalesce(h.delivered_at, b.replaced_at, o.processed_at) as "deliveredAt", o.claim_until as "claimUntil", b.replaced_at as "replacedAt",
    o.price_paise as "pricePaise", (
      select coalesce(sum(f.paise), 0) from payments p join refunds f on f.payment_id = p.id
      where p.order_id = o.id and p.currency = 'INR' and f.state <> 'failed') as "moneyBackPaise", s.available,
    case when paid.source is not null then json_build_object('source', paid.source, 'currency', paid.currency, 'leftPaise', paid.left_paise)
      when o.paid_at is not null then json_build_object('source', 'by_hand', 'currency', 'INR', 'leftPaise', coalesce(o.payable_paise, o.total_paise)) end as paid,
    case when f.id is not null then json_build_object('paise', f.paise, 'state', f.state, 'problem', f.problem) end as refund,
    case when i.id is not null then json_build_object('id', i.id, 'supplier', p.name, 'note', i.source, 'delivered', i.delivered + coalesce(d.gone, 0), 'dead', coalesce(d.dead, 0)) end as batch,
    json_build_object('orders', r.orders, 'hasMore', r.has_more, 'claims', r.claims, 'refused', r.refused) as record
  from page c join orders o on o.id = c.order_id join units u on u.id = c.unit_id
    join product_stock s on s.product_id = o.product_id
    left join order_units h on h.unit_id = c.unit_id
    left join replacements b on b.unit_id = c.unit_id
    left join batches i on i.id = u.batch_id
    left join suppliers p on p.id = i.supplier_id
    left join dead d on d.batch_id = u.batch_id
    left join order_messages m on m.order_id = c.order_id and m.number = c.message_number
    left join refunds f on f.id = c.refund_id
    left join lateral (
      select p.source, p.currency, p.paise - (select coalesce(sum(paise), 0) from refunds where payment_id = p.id and state <> 'failed') as left_paise
      from payments p where p.id = payment_of_order(o.id)
    ) as paid on true
    cross join lateral (
      select (count(*) filter (where b.status = 'approved'))::integer as orders, count(*) > ${RECORD_ORDERS_MAX} as has_more,
        sum(k.claims)::integer as claims, sum(k.refused)::integer as refused
      from (select o.id, o.status union all (select b.id, b.status from orders b where b.id <> o.id and ${isOfBuyer} limit ${RECORD_ORDERS_MAX})) as b
        cross join lateral (select count(*) as claims, count(*) filter (where state = 'refused') as refused from claims where order_id = b.id) as k
    ) as r
  order by at ${direction}, c.id ${direction}`;
}

/** The other orders of the same account, or of the browser that placed a guest's order. */
const isOfBuyer = `(b.user_id = o.user_id
  or o.user_id is null and b.unlocked_by[1] = o.unlocked_by[1] and b.status = 'approved' and b.unlocked_by[1] is not null)`;
