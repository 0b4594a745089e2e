import { setImmediate as others } from "node:timers/promises";
import type { Services } from "#platform/provides.ts";
import type { Actor } from "#shop/actor.ts";
import { recordAction } from "#shop/audit/record-action.server.ts";
import { CSV_MARK, csvLine } from "#shop/csv-line.ts";
import { type Paise, rupeesFromPaise } from "#shop/money.ts";
import { readDay } from "#shop/orders/reading/listed-days.ts";
import { withoutTaxOfPart } from "#shop/orders/receipts/tax.ts";
import { REFUND_COUNTED_AT, REFUNDS_OF_SALES } from "#shop/orders/sales/refunds-of-sales.ts";
import { RUPEES } from "#shop/payments/payment.ts";
import { ok, type Result, refused } from "#shop/refusal.ts";
import { may, rightMissing } from "#shop/rights.ts";
import { readSettings } from "#shop/settings/settings.server.ts";
import type { TableFile } from "./download-table.server.ts";

const ROWS_AT_ONCE = 1_000;
const titles = [
  "Date",
  "Type",
  "Number",
  "Order",
  "Product",
  "Quantity",
  "Price",
  "Amount",
  "GSTIN",
  "HSN/SAC",
  "GST %",
  "Taxable value",
  "CGST",
  "SGST",
  "IGST",
  "Payment method",
  "Payment reference",
  "Paid on",
  "Provider's fee",
  "In another currency",
];

/** A sale or a refund. Amounts of refunds are negative in the file. */
type Row = {
  id: string;
  at: string;
  day: string;
  number: string | null;
  requestCode: string;
  productName: string;
  quantity: number | null;
  pricePaise: string | null;
  paise: string;
  gstin: string | null;
  hsnCode: string | null;
  gstRate: number | null;
  method: string;
  reference: string | null;
  paidOn: string | null;
  feePaise: string | null;
  /** What earlier refunds took back of the same sale, in paise. */
  before: string;
  /** The currency of a refund. */
  currency: string;
};

const MICROSECONDS = 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"';
const during = (time: string) =>
  `${time} >= $1::date::timestamp at time zone $3::text and ${time} < ($2::date + 1)::timestamp at time zone $3::text`;
const day = (time: string) => `to_char(${time} at time zone $3::text, 'YYYY-MM-DD')`;
const cursor = (time: string) => `to_char(${time} at time zone 'UTC', '${MICROSECONDS}') as at`;
const after = (time: string, id: string) => `(${time}, ${id}) > ($4::timestamptz, $5::text) order by ${time}, ${id} limit ${ROWS_AT_ONCE}`;

/**
 * Each approved order counts on the day of its approval,
 * with its receipt and the payment that paid for it.
 */
const SALES = `select o.id, ${cursor("o.processed_at")}, ${day("o.processed_at")} as day, r.code as number, o.request_code as "requestCode",
    o.product_name as "productName", o.quantity, o.price_paise as "pricePaise", coalesce(o.payable_paise, o.total_paise) as paise,
    r.gstin, r.hsn_code as "hsnCode", r.gst_rate as "gstRate", o.payment_method as method, coalesce(p.reference, o.utr) as reference,
    ${day("o.paid_at")} as "paidOn", p.fee_paise as "feePaise", 0 as before, 'INR' as currency
  from orders o left join receipts r on r.order_id = o.id
    left join lateral (select case when source <> 'by_hand' then reference end as reference, case when currency = 'INR' then fee_paise end as fee_paise from payments where id = payment_of_order(o.id)) p on true
  where o.status = 'approved' and ${during("o.processed_at")} and ${after("o.processed_at", "o.id")}`;

/** Each refund of such an order counts on the day it was done, with its credit note. */
const REFUNDS = `select f.id, ${cursor(REFUND_COUNTED_AT)}, ${day(REFUND_COUNTED_AT)} as day, c.code as number, o.request_code as "requestCode",
    o.product_name as "productName", null as quantity, null as "pricePaise", case when p.currency = 'INR' then sold.paise else f.paise end as paise,
    r.gstin, r.hsn_code as "hsnCode", r.gst_rate as "gstRate", p.source as method, coalesce(f.reference, f.provider_id) as reference,
    ${day("f.done_at")} as "paidOn", null as "feePaise", sold.before, p.currency
  from ${REFUNDS_OF_SALES}
    and ${during(REFUND_COUNTED_AT)} and ${after(REFUND_COUNTED_AT, "f.id")}`;

/**
 * Returns what was sold and refunded in a period as a CSV file for an accountant: amounts in
 * rupees, with their taxes. `from` and `to` are its first and last day in the shop's time zone.
 * Records the download in the audit log first. Refuses `accountsPeriodWrong`. For admins. [S12.8]
 */
export async function downloadAccounts(
  services: Pick<Services, "db" | "now" | "settings">,
  actor: Actor,
  asked: { from: string | null; to: string | null },
): Promise<Result<TableFile, "rightMissing" | "accountsPeriodWrong">> {
  if (!may(actor, "own-shop")) return rightMissing("own-shop");
  const [from, to] = [readDay(asked.from), readDay(asked.to)];
  if (from === null || to === null || from > to) return refused("accountsPeriodWrong");

  const name = `accounts-${from}-to-${to}.csv`;
  const subject = { kind: "settings", id: "export", name } as const;
  await recordAction(services.db, actor, { action: "table-downloaded", subject, facts: { product: null } }, services.now());
  const { timeZone } = await readSettings(services);
  return ok({ name, type: "text/csv; charset=utf-8", pieces: inPieces(services, [from, to, timeZone]) });
}

async function* inPieces({ db }: Pick<Services, "db">, period: [from: string, to: string, timeZone: string]): AsyncGenerator<string> {
  yield CSV_MARK + csvLine(titles);
  for (const [text, type, sign] of [
    [SALES, "Sale", 1],
    [REFUNDS, "Refund", -1],
  ] as const) {
    let [at, id] = ["-infinity", ""];
    for (let hasMore = true; hasMore; ) {
      const { rows } = await db.$client.query<Row>(text, [...period, at, id]);
      yield rows.map((row) => csvLine(cellsOf(row, type, sign))).join("");
      const last = rows.at(-1);
      if (last) ({ at, id } = last);
      hasMore = rows.length === ROWS_AT_ONCE;
      await others();
    }
  }
}

function cellsOf(row: Row, type: string, sign: 1 | -1): (string | number)[] {
  const amount = (paise: Paise) => (paise === 0 ? 0 : sign * rupeesFromPaise(paise));
  const isRupees = row.currency === RUPEES;
  const hasTax = isRupees && row.gstin !== null;
  const tax = hasTax && row.gstRate !== null ? withoutTaxOfPart(Number(row.before), Number(row.paise), row.gstRate) : null;
  return [
    row.day,
    type,
    row.number ?? "",
    row.requestCode,
    row.productName,
    row.quantity ?? "",
    row.pricePaise === null ? "" : rupeesFromPaise(Number(row.pricePaise)),
    isRupees ? amount(Number(row.paise)) : "",
    ...(tax ? [row.gstin ?? "", row.hsnCode ?? "", (row.gstRate ?? 0) / 100] : ["", "", ""]),
    ...(tax ? [tax.taxable, tax.cgst, tax.sgst, tax.igst].map(amount) : ["", "", "", ""]),
    row.method,
    wholeNumber(row.reference ?? ""),
    row.paidOn ?? "",
    row.feePaise === null ? "" : rupeesFromPaise(Number(row.feePaise)),
    isRupees ? "" : `${row.currency} ${amount(Number(row.paise))}`,
  ];
}

/**
 * A UTR as a spreadsheet shows it whole: of a plain number of 12 digits it would make 6.33E+11. A
 * space that does not break keeps it a text, and no formula.
 */
function wholeNumber(reference: string): string {
  return /^\d{10,}$/.test(reference) ? `\u00a0${reference}` : reference;
}
