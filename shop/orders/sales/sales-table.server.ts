import type { Services } from "#platform/provides.ts";
import type { Actor } from "#shop/actor.ts";
import { PAGE_SIZE } from "#shop/constants.ts";
import { ok, type Result, refused } from "#shop/refusal.ts";
import { may, rightMissing } from "#shop/rights.ts";
import { readSettings } from "#shop/settings/settings.server.ts";
import { readSales } from "./read-sales.server.ts";
import { noSales, type SalesBy, type SalesRow, totalOf } from "./sales.ts";
import { dayAt, daysBefore, lengthOf, SALES_DAYS_MAX, unitOf, unitsIn } from "./sales-days.ts";
import type { Days } from "./sales-spans.ts";
import type { NamedRow, SalesTable } from "./sales-table.ts";

type Needs = Pick<Services, "db" | "now" | "settings">;

/** The days that were asked for; today where none were. Refuses `salesPeriodWrong`. [S17.1] */
function salesDays(asked: { from: string | null; to: string | null }, now: Date, timeZone: string): Result<Days, "salesPeriodWrong"> {
  const today = dayAt(now, timeZone);
  const days = { from: asked.from ?? today, to: asked.to ?? asked.from ?? today };
  return days.from <= days.to && lengthOf(days) <= SALES_DAYS_MAX ? ok(days) : refused("salesPeriodWrong");
}

/**
 * Reads the table of sales of some days. Times are in their order, with those in which nothing was sold; others have the most sales first. `after` is the number
 * of rows on the pages before. Without `page`, all rows. For who sees figures. [S17.1] [S17.3]
 */
export async function readSalesTable(
  services: Needs,
  actor: Actor,
  {
    by,
    after,
    isWhole = false,
    ...asked
  }: { from: string | null; to: string | null; by: SalesBy | null; after: number; isWhole?: boolean },
): Promise<Result<SalesTable>> {
  if (!may(actor, "see-figures")) return rightMissing("see-figures");
  const { timeZone, gstin } = await readSettings(services);
  const days = salesDays(asked, services.now(), timeZone);
  if (!days.ok) return days;

  const [unit, before] = [unitOf(days.value), daysBefore(days.value)];
  const shownBy = by ?? unit;
  const read = (days: Days, by: SalesBy) => readSales(services, actor, { days, by, timeZone });
  const [found, chart, earlier] = await Promise.all([
    read(days.value, shownBy),
    shownBy === unit ? null : read(days.value, unit),
    read(before, "month"),
  ]);
  const rows = inOrder(found, shownBy, days.value);
  const shown = isWhole ? rows : rows.slice(after, after + PAGE_SIZE);
  const named = await withNames(services, shownBy, shown);
  const whole = chart ?? found;
  const total = totalOf(whole);
  return ok({
    ...{ days: days.value, before, by: shownBy, total, totalBefore: totalOf(earlier), rows: named },
    next: !isWhole && rows.length > after + PAGE_SIZE ? String(after + PAGE_SIZE) : null,
    hasTax: gstin !== null || total.taxPaise > 0,
    ...{ unit, chart: inOrder(whole, unit, days.value) },
  });
}

function inOrder(rows: SalesRow[], by: SalesBy, days: Days): SalesRow[] {
  if (by === "hour" || by === "day" || by === "week" || by === "month") {
    const found = new Map(rows.map((row) => [row.key, row]));
    return unitsIn(days, by).map((key) => found.get(key) ?? { ...noSales, key });
  }
  return rows.sort((one, other) => other.paise - one.paise || other.ids - one.ids || (one.key < other.key ? -1 : 1));
}

const namesOf: Partial<Record<SalesBy, string>> = {
  product: "select id, name, language from products where id = any($1)",
  supplier: "select id, name, null as language from suppliers where id = any($1)",
  person: "select id, name, null as language from users where id = any($1)",
};

/** The names of a page of rows, read at once. A renamed product has one row. */
async function withNames({ db }: Needs, by: SalesBy, rows: SalesRow[]): Promise<NamedRow[]> {
  const text = namesOf[by];
  const found =
    text === undefined
      ? []
      : (await db.$client.query<{ id: string; name: string; language: string | null }>(text, [rows.map(({ key }) => key)])).rows;
  const names = new Map(found.map((row) => [row.id, row]));
  return rows.map((row) => ({ ...row, name: names.get(row.key)?.name ?? null, nameLanguage: names.get(row.key)?.language ?? null }));
}
