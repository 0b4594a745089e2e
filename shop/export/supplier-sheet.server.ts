import type { Services } from "#platform/provides.ts";
import type { Actor } from "#shop/actor.ts";
import { recordAction } from "#shop/audit/record-action.server.ts";
import { CSV_MARK, csvLine } from "#shop/csv-line.ts";
import { placeOf } from "#shop/encrypted-columns.server.ts";
import { rupeesFromPaise } from "#shop/money.ts";
import { claimName } from "#shop/orders/claims/claiming.ts";
import { readDay } from "#shop/orders/reading/listed-days.ts";
import { ok, type Result, refused } from "#shop/refusal.ts";
import { masked, may, rightMissing, seesIds } from "#shop/rights.ts";
import { readSettings } from "#shop/settings/settings.server.ts";
import { DEAD_IDS } from "#shop/stock/suppliers/dead-ids.ts";
import type { TableFile } from "./download-table.server.ts";

type Needs = Pick<Services, "db" | "vault" | "now" | "settings">;
type Period = { from: string | null; to: string | null };

const ROWS_AT_ONCE = 1_000;
const titles = ["Imported", "Note", "Product", "ID", "Order", "Claim", "Delivered", "Decided", "Result", "Cost"];

type Row = {
  /** Where the next rows begin. */
  at: string;
  unitId: string;
  imported: string;
  note: string;
  product: string;
  value: Buffer | null;
  print: Buffer;
  requestCode: string;
  /** The number of the claim that decided about it; null: it was replaced without one. */
  claim: number | null;
  delivered: string;
  decided: string;
  isSwapped: boolean;
  costPaise: string | null;
};

/**
 * Returns a supplier's dead IDs as a CSV file, those that were replaced or refunded in a period, for the
 * supplier to make good: days in the shop's time zone, cost in rupees. Without days it has all. IDs
 * are whole for who may see them. Records the download first. Refuses `supplierNotFound` and
 * `accountsPeriodWrong`. [S15.12]
 */
export async function downloadSupplierSheet(services: Needs, actor: Actor, id: string, asked: Period): Promise<Result<TableFile>> {
  if (!may(actor, "manage-stock")) return rightMissing("manage-stock");
  const [from, to] = [asked.from ? readDay(asked.from) : "1970-01-01", asked.to ? readDay(asked.to) : "9998-12-31"];
  if (from === null || to === null || from > to) return refused("accountsPeriodWrong");
  const { rows } = await services.db.$client.query<{ name: string }>("select name from suppliers where id = $1", [id]);
  const [supplier] = rows;
  if (!supplier) return refused("supplierNotFound");

  const facts = { from: asked.from || null, to: asked.to || null, whole: seesIds(actor) };
  const subject = { kind: "supplier", id, name: supplier.name } as const;
  await recordAction(services.db, actor, { action: "supplier-sheet-downloaded", subject, facts }, services.now());
  const { timeZone } = await readSettings(services);
  return ok({ name: "dead-ids.csv", type: "text/csv; charset=utf-8", pieces: inPieces(services, actor, [id, from, to, timeZone]) });
}

async function* inPieces({ db, vault }: Needs, actor: Actor, asked: string[]): AsyncGenerator<string> {
  yield CSV_MARK + csvLine(titles);
  for (let [at, unitId, hasMore] = ["-infinity", "0", true]; hasMore; ) {
    const { rows } = await db.$client.query<Row>(deadIds, [...asked, at, unitId]);
    yield rows.map((row) => csvLine(cellsOf(row))).join("");
    const last = rows.at(-1);
    if (last) ({ at, unitId } = last);
    hasMore = rows.length === ROWS_AT_ONCE;
  }

  function cellsOf(row: Row): (string | number)[] {
    const id = row.value ? vault.decrypt(placeOf("units.value", row.print), row.value) : "";
    const cost = row.costPaise === null ? "" : rupeesFromPaise(Number(row.costPaise));
    return [
      ...[row.imported, row.note, row.product, seesIds(actor) || id === "" ? id : masked(id)],
      ...[
        row.requestCode,
        row.claim === null ? "" : claimName(row.requestCode, row.claim),
        row.delivered,
        row.decided,
        row.isSwapped ? "replaced" : "refunded",
        cost,
      ],
    ];
  }
}

const day = (time: string) => `to_char(${time} at time zone $4::text, 'YYYY-MM-DD')`;

/** A dead ID was delivered with its order, or when it replaced another one itself. */
const deadIds = `
  select d.dead_at::text as at, d.unit_id as "unitId", d.is_swapped as "isSwapped", ${day("b.created_at")} as imported, b.source as note, p.name as product, u.value, u.fingerprint as print,
    o.request_code as "requestCode",
    (select c.number from claims c where c.unit_id = d.unit_id and c.state in ('swapped', 'refunding', 'refunded')) as claim,
    ${day("coalesce(came.replaced_at, o.processed_at)")} as delivered, ${day("d.dead_at")} as decided,
    b.cost_paise as "costPaise"
  from ${DEAD_IDS} as d join units u on u.id = d.unit_id join batches b on b.id = u.batch_id join products p on p.id = u.product_id
    join orders o on o.id = d.order_id left join replacements came on came.unit_id = d.unit_id
  where b.supplier_id = $1 and d.dead_at >= $2::date::timestamp at time zone $4::text
    and d.dead_at < ($3::date + 1)::timestamp at time zone $4::text and (d.dead_at, d.unit_id) > ($5::timestamptz, $6::bigint)
  order by d.dead_at, d.unit_id limit ${ROWS_AT_ONCE}`;
