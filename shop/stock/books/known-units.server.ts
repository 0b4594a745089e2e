import { setImmediate as others } from "node:timers/promises";
import { sql } from "drizzle-orm";
import type { Tx } from "#platform/database/open.server.ts";
import type { Services } from "#platform/provides.ts";
import { slicesOf } from "./slices.ts";

type Needs = Pick<Services, "vault">;

/** One value, the fingerprint under which it enters the books, and all that it may be known by. */
export type Marked = { value: string; fingerprint: Buffer; prints: Buffer[] };
/** What the shop knows of a value: the ID in the books, or that it was handed over once and is erased since. */
type InBooks = { unit: KnownUnit | null };
type Found = InBooks & { isErased: boolean };
/** One value, and what the shop knows of it. */
export type Line = Marked & Found;
type KnownUnit = { productId: string; productName: string; setAside: string | null; isDelivered: boolean };

/** A value with its fingerprints, that of the secret of now first. */
export function marked(vault: Services["vault"], value: string): Marked {
  const prints = vault.fingerprints(value);
  return { value, fingerprint: prints[0] ?? vault.fingerprint(value), prints };
}

/** Step: looks values up in the books, in their order; what the books have not is looked for among the erased IDs of the ledger. */
export async function lookUp({ vault }: Needs, tx: Pick<Tx, "execute">, values: readonly string[]): Promise<Line[]> {
  const lines: Line[] = [];
  for (const slice of slicesOf(values)) {
    const found = await lookUpMarked(
      tx,
      slice.map((value) => marked(vault, value)),
    );
    lines.push(...found);
    await others();
  }
  return lines;
}

/** The same of values that have their fingerprints. */
export async function lookUpMarked<M extends Marked>(tx: Pick<Tx, "execute">, values: readonly M[]): Promise<(M & Found)[]> {
  const lines: (M & Found)[] = [];
  for (const slice of slicesOf(values)) {
    const inBooks = await lookUpInBooks(tx, slice);
    const unknown = inBooks.filter(({ unit }) => unit === null);
    const erased = await findErased(tx, unknown);
    lines.push(...inBooks.map((line) => ({ ...line, isErased: erased.has(line.value) })));
  }
  return lines;
}

/** Whether a value may come into the stock of a product: nobody ever had it, or it was taken out of the shop unsold. */
export function isAddable({ unit, isErased }: Found): boolean {
  return unit === null ? !isErased : unit.setAside === "removed";
}

/** The first of a slice of values that stands in the books as another product's; null when there is none. */
export async function findForeign(
  { vault }: Needs,
  tx: Pick<Tx, "execute">,
  productId: string,
  slice: readonly string[],
): Promise<KnownUnit | null> {
  const lines = slice.map((value) => marked(vault, value));
  return foreignAmong(await lookUpInBooks(tx, lines), productId);
}

/** The same among lines that were looked up already. */
export function foreignAmong(lines: readonly InBooks[], productId: string): KnownUnit | null {
  return lines.find(({ unit }) => unit && unit.setAside !== "removed" && unit.productId !== productId)?.unit ?? null;
}

/**
 * Each fingerprint is looked up in its index, and what else is told of an ID only where there is one: left to itself the planner expects to find all of them, and reads
 * whole tables for that.
 */
async function lookUpInBooks<M extends Marked>(tx: Pick<Tx, "execute">, lines: readonly M[]): Promise<(M & InBooks)[]> {
  const { rows } = await tx.execute<KnownUnit & { fingerprint: Buffer }>(sql`
    select u.fingerprint, u.product_id as "productId", u.set_aside as "setAside",
      (select p.name from products p where p.id = u.product_id) as "productName",
      coalesce((select h.delivered_at is not null from order_units h where h.unit_id = u.id), false) as "isDelivered"
    from unnest(${sql.param(lines.flatMap(({ prints }) => prints))}::bytea[]) as given (print)
      cross join lateral (select * from units where fingerprint = given.print offset 0) as u`);
  const known = new Map(rows.map(({ fingerprint, ...unit }) => [fingerprint.toString("hex"), unit]));
  return lines.map((line) => {
    const { prints } = line;
    const unit = known.size > 0 ? prints.map((print) => known.get(print.toString("hex"))).find((found) => found !== undefined) : undefined;
    return { ...line, unit: unit ?? null };
  });
}

/** Those of the values that the ledger says were delivered and erased, the one perhaps under an earlier secret than the other. */
async function findErased(tx: Pick<Tx, "execute">, lines: readonly Marked[]): Promise<Set<string>> {
  if (lines.length === 0) return new Set();
  const { rows: erased } = await tx.execute<{ productId: string; print: Buffer }>(sql`
    select product_id as "productId", print from erased_among(${sql.param(lines.flatMap(({ prints }) => prints))}::bytea[])`);
  if (erased.length === 0) return new Set();
  const known = lines.filter(hasOneOf(erased));
  const productIds = [...new Set(erased.map(({ productId }) => productId))];
  const { rows: delivered } = await tx.execute<{ print: Buffer }>(sql`
    select p.print from ledger l, unnest(l.fingerprints) as p (print)
    where l.event = 'delivered' and l.product_id = any(${sql.param(productIds)}::text[]) and p.print = any(${sql.param(known.flatMap(({ prints }) => prints))}::bytea[])`);
  return new Set(known.filter(hasOneOf(delivered)).map(({ value }) => value));
}

function hasOneOf(rows: readonly { print: Buffer }[]): (line: Marked) => boolean {
  const found = new Set(rows.map(({ print }) => print.toString("hex")));
  return ({ prints }) => prints.some((print) => found.has(print.toString("hex")));
}
