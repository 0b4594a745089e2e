import type { Services } from "#platform/provides.ts";
import type { Actor } from "#shop/actor.ts";
import { recordAction } from "#shop/audit/record-action.server.ts";
import { CSV_MARK, csvLine } from "#shop/csv-line.ts";
import { placeOf } from "#shop/encrypted-columns.server.ts";
import { rupeesFromPaise } from "#shop/money.ts";
import { readDay } from "#shop/orders/reading/listed-days.ts";
import { ok, type Result, refused } from "#shop/refusal.ts";
import { masked, may, rightMissing, seesIds } from "#shop/rights.ts";
import { readSettings } from "#shop/settings/settings.server.ts";
import type { TableFile } from "./download-table.server.ts";

type Needs = Pick<Services, "db" | "vault" | "now" | "settings">;
type Period = { from: string | null; to: string | null };

const ROWS_AT_ONCE = 1_000;
const titles = ["Imported", "Note", "Product", "ID", "Order", "Delivered", "Replaced", "Result", "Cost"];

type Row = {
  number: string;
  imported: string;
  note: string;
  product: string;
  value: Buffer | null;
  print: Buffer;
  requestCode: string;
  delivered: string;
  replaced: string;
  costPaise: string | null;
};

/**
 * Returns a supplier's dead IDs as a CSV file, those that were replaced in a period, for the
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
  for (let [after, hasMore] = ["0", true]; hasMore; ) {
    const { rows } = await db.$client.query<Row>(deadIds, [...asked, after]);
    yield rows.map((row) => csvLine(cellsOf(row))).join("");
    after = rows.at(-1)?.number ?? after;
    hasMore = rows.length === ROWS_AT_ONCE;
  }

  function cellsOf(row: Row): (string | number)[] {
    const id = row.value ? vault.decrypt(placeOf("units.value", row.print), row.value) : "";
    const cost = row.costPaise === null ? "" : rupeesFromPaise(Number(row.costPaise));
    return [
      ...[row.imported, row.note, row.product, seesIds(actor) || id === "" ? id : masked(id)],
      ...[row.requestCode, row.delivered, row.replaced, "replaced", cost],
    ];
  }
}

const day = (time: string) => `to_char(${time} at time zone $4::text, 'YYYY-MM-DD')`;

/** A replaced ID was delivered with its order, or when it replaced another one itself. */
const deadIds = `
  select r.id as number, ${day("b.created_at")} as imported, b.source as note, p.name as product, u.value, u.fingerprint as print,
    o.request_code as "requestCode", ${day("coalesce(came.replaced_at, o.processed_at)")} as delivered, ${day("r.replaced_at")} as replaced,
    b.cost_paise as "costPaise"
  from replacements r join units u on u.id = r.faulty_unit_id join batches b on b.id = u.batch_id join products p on p.id = u.product_id
    join orders o on o.id = r.order_id left join replacements came on came.unit_id = r.faulty_unit_id
  where b.supplier_id = $1 and r.replaced_at >= $2::date::timestamp at time zone $4::text
    and r.replaced_at < ($3::date + 1)::timestamp at time zone $4::text and r.id > $5::bigint
  order by r.id limit ${ROWS_AT_ONCE}`;
