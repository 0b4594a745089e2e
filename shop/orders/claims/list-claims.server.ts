import type { Services } from "#platform/provides.ts";
import type { Actor } from "#shop/actor.ts";
import { placeOf } from "#shop/encrypted-columns.server.ts";
import { readCursor, writeCursor } from "#shop/page-cursor.ts";
import { idFor, requireRight } from "#shop/rights.ts";
import { CLAIMS_AT_ONCE_MAX } from "../constants.ts";
import { languageOfName } from "../reading/ordered-name.ts";
import type { ClaimList, ListedClaim } from "./listed-claim.ts";

/**
 * Lists a page of claims with the facts to decide them: open ones and those that wait for stock the
 * longest waiting first, decided ones the newest first. IDs are masked for who may not see them. One
 * query. For persons with `read-orders`. [S15.9] [S13.4]
 */
export async function listClaims(
  { db, vault }: Pick<Services, "db" | "vault">,
  actor: Actor,
  { list, after }: { list: ClaimList; after: string | null },
): Promise<{ rows: ListedClaim[]; next: string | null }> {
  requireRight(actor, "read-orders");
  const cursor = after === null ? null : readCursor(after);
  const { rows } = await db.$client.query<Row>({
    name: `claims-${list}-${cursor ? "after" : "first"}`,
    text: pageOf(list, cursor !== null),
    values: cursor ? [cursor.at, cursor.id] : [],
  });
  const shown = rows.slice(0, CLAIMS_AT_ONCE_MAX);
  const last = shown.at(-1);
  const claims = shown.map((row) => opened(vault, actor, row));
  return { rows: claims, next: rows.length > CLAIMS_AT_ONCE_MAX && last ? writeCursor(last.at, last.id) : null };
}

type Row = Omit<ListedClaim, "value" | "text" | "nameLanguage"> & {
  at: Date;
  value: Buffer | null;
  print: Buffer;
  productNames: Record<string, string> | null;
  messageId: string | null;
  text: Buffer | null;
};

function opened(vault: Services["vault"], actor: Actor, { at: _, print, productNames, messageId, ...row }: Row): ListedClaim {
  const value = row.value && vault.decrypt(placeOf("units.value", print.toString("hex")), row.value);
  const text = row.text && messageId && vault.decrypt(placeOf("order_messages.text", messageId), row.text);
  const pricePaise = Number(row.pricePaise);
  const nameLanguage = languageOfName({ productName: row.productName, productNames });
  const moneyBackPaise = Number(row.moneyBackPaise);
  return { ...row, nameLanguage, pricePaise, moneyBackPaise, value: value === null ? null : idFor(actor, value), text: text || null };
}

const times = { open: "opened_at", waiting: "waits_since", decided: "decided_at" } as const;
const conditions = {
  open: "state = 'open' and waits_since is null",
  waiting: "waits_since is not null",
  decided: "decided_at is not null",
} as const;

function pageOf(list: ClaimList, isAfter: boolean): string {
  const [direction, beyond] = list === "decided" ? ["desc", "<"] : ["asc", ">"];
  const time = times[list];
  return `with page as (
    select * from claims where ${conditions[list]}${isAfter ? ` and (${time}, id) ${beyond} ($1::timestamptz, $2)` : ""}
    order by ${time} ${direction}, id ${direction} limit ${CLAIMS_AT_ONCE_MAX + 1}
  ), dead as (
    select u.batch_id, count(*)::integer as dead, (count(*) filter (where d.is_gone))::integer as gone
    from (select faulty_unit_id as unit_id, true as is_gone from replacements
        union all select unit_id, false from claims where state in ('refunding', 'refunded')) as d
      join units u on u.id = d.unit_id
    where u.batch_id in (select v.batch_id from page join units v on v.id = page.unit_id)
    group by u.batch_id
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
    case when i.id is not null then json_build_object('id', i.id, 'supplier', p.name, 'note', i.source, 'delivered', i.delivered + coalesce(d.gone, 0), 'dead', coalesce(d.dead, 0)) end as batch,
    json_build_object('orders', (select count(*) from (select from orders b where b.status = 'approved' and ${isOfBuyer} limit 1000) as counted),
      'claims', r.claims, 'refused', r.refused) as record
  from page c join orders o on o.id = c.order_id join units u on u.id = c.unit_id
    join product_stock s on s.product_id = o.product_id
    left join order_units h on h.unit_id = c.unit_id
    left join replacements b on b.unit_id = c.unit_id
    left join batches i on i.id = u.batch_id
    left join suppliers p on p.id = i.supplier_id
    left join dead d on d.batch_id = u.batch_id
    left join order_messages m on m.order_id = c.order_id and m.number = c.message_number
    cross join lateral (
      select count(*)::integer as claims, (count(*) filter (where k.state = 'refused'))::integer as refused
      from orders b join claims k on k.order_id = b.id where ${isOfBuyer}
    ) as r
  order by at ${direction}, c.id ${direction}`;
}

/** The orders of the same account, or of the browser that placed a guest's order. */
const isOfBuyer = `(b.id = o.id or b.user_id = o.user_id
  or o.user_id is null and b.unlocked_by[1] = o.unlocked_by[1] and b.status = 'approved' and b.unlocked_by[1] is not null)`;
