import type { ClientBase } from "pg";
import { storedText } from "#shop/stored-text.ts";
import type { Migration } from "../migration.server.ts";

/**
 * Reconciles the rows of the file among themselves: which copies and duplicates are merged into
 * which order, which of several orders gets an ID, and which products are missing. The shop's own
 * data is compared later, in the transaction of each kind.
 */
export async function reconcileExport(client: ClientBase, seen: Migration["seen"]): Promise<void> {
  const noteOfCopies = { text: addNoteOnCopies, values: [storedText("movedFromCopyAlone")] };
  const copies = [reportMissingParts, ...mergeCopies, ...mergeRepeated, ...holdBackCopies, noteOfCopies];
  const statements = [...copies, ...shareIds, ...nameGoneProducts, ...reconcileStock, ANALYZE];
  for (const [done, statement] of statements.entries()) {
    seen({ doing: "comparing the rows", done, total: statements.length });
    await client.query(statement);
  }
}

/** Updates the planner's statistics after the reconciliation. */
const ANALYZE = "analyze old_products; analyze old_ids; analyze old_orders; analyze old_claims";

/**
 * A part that the export lacks may be empty or left out, so nothing is concluded from it. Not every
 * shop has the second list of products.
 */
const reportMissingParts = `insert into report_rows (kind, path, outcome, warnings)
  select 'other', path, 'skipped', '{partMissing}' from old_parts p
  where not is_here and (tree <> 2 or exists (select from old_shop_ids m where m.tree = 2)) order by tree`;

const mergeCopies = [
  // A customer's copy is merged into the order with its code if that is the customer's own, a
  // guest's, or has the same content. Customers wrote their copies themselves, so a guest's order
  // becomes theirs only if the content matches and includes something that only its buyer knew:
  // anybody with the code could have written the copy.
  `update old_orders c set into_n = m.n, warnings = c.warnings || case
        when m.user_id is not null or m.same <> c.same then '{}'::text[] when m.has_secret then '{copyOfGuest}' else '{copyOfGuestUnsure}' end
      || case when m.same <> c.same then '{copyDiffers}'::text[] else '{}' end
    from (
      select distinct on (c.n) c.n as copy_n, r.n, r.user_id, r.same,
        r.gift_card is not null or exists (select from old_claims k where k.order_n = r.n) as has_secret
      from old_orders c join old_orders r on r.request_code = c.request_code and not r.is_copy
        and (r.user_id = c.user_id or r.user_id is null or r.same = c.same)
      where c.is_copy order by c.n, r.user_id = c.user_id desc nulls last, r.same = c.same desc, r.n
    ) as m where c.n = m.copy_n`,
  `update old_orders r set user_id = c.user_id
    from (select distinct on (into_n) into_n, user_id from old_orders where is_copy and 'copyOfGuest' = any(warnings) order by into_n, n) as c
    where r.n = c.into_n and r.user_id is null`,
  `update old_orders set warnings = array_append(warnings, 'copyOnly') where is_copy and into_n is null`,
  `update old_orders r set warnings = array_append(warnings, 'copyMissing')
    where not is_copy and user_id is not null and not exists (select from old_orders c where c.is_copy and c.into_n = r.n)
      and (select is_here from old_parts where path = 'users')`,
];

const mergeRepeated = [
  `update old_orders o set into_n = first, warnings = array_append(warnings, 'orderRepeated')
    from (
      select n, least(min(n) over (partition by old_id), case when request_code is not null then min(n) over (partition by request_code, there) end) as first
      from old_orders where not is_copy or into_n is null
    ) as r
    where o.n = r.n and r.first <> r.n`,
  // A file may contain a key twice and still be JSON; the two values can differ.
  `update old_orders o set warnings = array_replace(o.warnings, 'orderRepeated', 'keyRepeated')
    from old_orders f where f.n = o.into_n and 'orderRepeated' = any(o.warnings) and f.there <> o.there`,
  `delete from old_claims c using old_orders o where o.n = c.order_n and o.into_n is not null`,
  `create index on old_orders (old_id)`,
];

/**
 * A copy without its order may claim anything, so it is imported, but nothing is delivered because
 * of it. Only an admin of this shop can approve it. The IDs it names are known to that customer and
 * are not sold to anybody else.
 */
const holdBackCopies = [
  `update old_claims c set kind = 'turned down' from old_orders o where o.n = c.order_n and o.is_copy and o.into_n is null`,
  `update old_orders set payment_verified = null, verification_note = null,
      warnings = array_remove(array_remove(warnings, 'idsOfPending'), 'idsReservedOnly')
    where is_copy and into_n is null`,
  `update old_orders set stated_status = status, status = 'pending', processed_at = null, approved_by = null, download_link = null,
      warnings = array_append(warnings, 'copyApproved')
    where is_copy and into_n is null and status = 'approved'`,
];

const addNoteOnCopies =
  "update old_orders set admin_note = concat_ws(' ', $1::text, admin_note) where is_copy and into_n is null and status = 'pending'";

/**
 * An ID belongs to one order: delivered comes before reserved, then the older order. An ID that was
 * delivered before an order was rejected is reserved for nobody.
 */
const shareIds = [
  `update old_claims c set wins = r.turn = 1 and not r.is_used
    from (
      select c.ctid as row, c.kind = 'hold' and exists (select from old_claims t where t.print = c.print and t.kind = 'turned down') as is_used,
        row_number() over (partition by c.print order by c.kind = 'deliver' desc, o.created_at, o.n) as turn
      from old_claims c join old_orders o on o.n = c.order_n where c.kind <> 'turned down'
    ) as r where c.ctid = r.row`,
  `update old_orders o set warnings = array_append(warnings, case o.status when 'approved' then 'deliveredTwice' else 'reservedTwice' end)
    where n in (select order_n from old_claims where not wins)`,
  // IDs reserved beyond the order's quantity are free.
  `with spare as (
      update old_claims c set wins = false
      from (
        select c.ctid as row, row_number() over (partition by c.order_n order by c.position) as turn, o.quantity
        from old_claims c join old_orders o on o.n = c.order_n where c.wins and c.kind = 'hold'
      ) as r where c.ctid = r.row and r.turn > r.quantity returning c.*
    ), warned as (
      update old_orders set warnings = array_append(warnings, 'tooManyReserved') where n in (select order_n from spare)
    )
    insert into old_ids (n, path, tree, product_id, print, value, state, warnings, outcome)
      select o.n, o.path, 3, o.product_id, s.print, s.value, 'free', '{}', null from spare s join old_orders o on o.n = s.order_n`,
  `update old_orders o set warnings = warnings || case
      when o.status = 'pending' then '{nothingReserved}'::text[] when c.ids < o.quantity then '{deliveredFewer}' else '{deliveredMore}' end
    from (
      select o.n, count(c.print) as ids from old_orders o left join old_claims c on c.order_n = o.n and c.wins
      where o.into_n is null and o.status in ('pending', 'approved') group by o.n
    ) as c
    where c.n = o.n and c.ids <> o.quantity and not o.is_copy`,
];

/**
 * Adds products that orders or lists name but neither tree contains, with the newest name and price
 * that an order has.
 */
const nameGoneProducts = [
  `update old_products p set outcome = 'merged', warnings = '{secondTree}'
    where exists (select from old_products f where f.old_id = p.old_id and (f.tree, f.n) < (p.tree, p.n))`,
  `update old_products p set warnings = array_append(warnings, 'secondTreeOnly') where tree = 2 and outcome is null`,
  `insert into old_products (n, path, tree, old_id, name, price_paise, description, image, created_at, updated_at, there, warnings)
    select -row_number() over (), 'products_database/products/' || named.product_id, 0, named.product_id,
      left(coalesce(nullif(known.product_name, ''), 'Product ' || named.product_id), 200), least(coalesce(known.price_paise, 0), 100000000), '', '',
      known.created_at, null, '{}', '{productGone}'
    from (select product_id from old_orders where into_n is null union select product_id from old_ids) as named
      left join lateral (
        select product_name, price_paise, created_at from old_orders o where o.product_id = named.product_id order by is_copy, product_name <> '' desc, created_at desc limit 1
      ) as known on true
    where not exists (select from old_products p where p.old_id = named.product_id)`,
];

/** Keeps one stock row for each ID, or none if an order has it. */
const reconcileStock = [
  `update old_ids i set outcome = 'merged', warnings = i.warnings || case when c.kind = 'deliver' and i.state <> 'sold' then '{stockAndDelivered}'::text[] else '{}' end
    from old_claims c where c.print = i.print and c.wins and i.outcome is null`,
  `update old_ids i set outcome = 'merged', warnings = array_append(i.warnings, case
      when r.first_product <> i.product_id then 'idOfTwoProducts' when r.first_tree <> i.tree then 'idInSecondTree' else 'idRepeated' end)
    from (
      select ctid as row, row_number() over w as turn, first_value(product_id) over w as first_product, first_value(tree) over w as first_tree
      from old_ids where outcome is null window w as (partition by print order by tree, n, path)
    ) as r where i.ctid = r.row and r.turn > 1`,
  `update old_ids i set state = 'sold', warnings = array_append(i.warnings, 'stockAndTurnedDown')
    where outcome is null and state <> 'sold' and exists (select from old_claims c where c.print = i.print and c.kind = 'turned down')`,
  `update old_ids set warnings = array_append(warnings, case state when 'reserved' then 'idReservedByNobody' else 'idSoldToNobody' end)
    where outcome is null and state in ('reserved', 'sold') and not 'stockAndTurnedDown' = any(warnings)`,
];
