import { setImmediate as others } from "node:timers/promises";
import { sql } from "drizzle-orm";
import type { Tx } from "#platform/database/open.server.ts";
import type { Services } from "#platform/provides.ts";
import { slicesOf } from "./slices.ts";

type Needs = Pick<Services, "vault">;

/** One value, and what the shop knows of it: the ID in the books, or that it was handed over once and is erased since. */
export type Line = { value: string; fingerprint: Buffer; unit: KnownUnit | null; isErased: boolean };
type KnownUnit = { productId: string; productName: string; setAside: string | null; isDelivered: boolean };

/** Step: looks values up in the books, in their order; what the books have not is looked for among the erased IDs of the ledger. */
export async function lookUp(services: Needs, tx: Pick<Tx, "execute">, values: readonly string[]): Promise<Line[]> {
  const lines: Line[] = [];
  for (const slice of slicesOf(values)) {
    const inBooks = await lookUpInBooks(services, tx, slice);
    const unknown = inBooks.filter(({ unit }) => unit === null).map(({ value }) => value);
    const erased = await findErased(services, tx, unknown);
    lines.push(...inBooks.map((line) => ({ ...line, isErased: erased.has(line.value) })));
    await others();
  }
  return lines;
}

/** Whether a value may come into the stock of a product: nobody ever had it, or it was taken out of the shop unsold. */
export function isAddable({ unit, isErased }: Line): boolean {
  return unit === null ? !isErased : unit.setAside === "removed";
}

async function lookUpInBooks({ vault }: Needs, tx: Pick<Tx, "execute">, values: readonly string[]): Promise<Omit<Line, "isErased">[]> {
  const fingerprints = values.map((value) => vault.fingerprints(value));
  const { rows } = await tx.execute<KnownUnit & { fingerprint: Buffer }>(sql`
    select u.fingerprint, u.product_id as "productId", p.name as "productName", u.set_aside as "setAside", h.delivered_at is not null as "isDelivered"
    from units u join products p on p.id = u.product_id left join order_units h on h.unit_id = u.id
    where u.fingerprint = any(${sql.param(fingerprints.flat())}::bytea[])`);
  const known = new Map(rows.map(({ fingerprint, ...unit }) => [fingerprint.toString("hex"), unit]));
  return values.map((value, index) => {
    const [fingerprint = vault.fingerprint(value), ...earlier] = fingerprints[index] ?? [];
    const unit = [fingerprint, ...earlier].map((print) => known.get(print.toString("hex"))).find((found) => found !== undefined);
    return { value, fingerprint, unit: unit ?? null };
  });
}

/** Those of the values that the ledger says were delivered and erased, the one perhaps under an earlier secret than the other. */
async function findErased({ vault }: Needs, tx: Pick<Tx, "execute">, values: readonly string[]): Promise<Set<string>> {
  if (values.length === 0) return new Set();
  const printsOf = new Map(values.map((value) => [value, vault.fingerprints(value)]));
  const { rows: erased } = await tx.execute<{ productId: string; print: Buffer }>(sql`
    select product_id as "productId", print from erased_among(${sql.param([...printsOf.values()].flat())}::bytea[])`);
  const known = new Map([...printsOf].filter(hasOneOf(erased)));
  if (known.size === 0) return new Set();
  const productIds = [...new Set(erased.map(({ productId }) => productId))];
  const { rows: delivered } = await tx.execute<{ print: Buffer }>(sql`
    select p.print from ledger l, unnest(l.fingerprints) as p (print)
    where l.event = 'delivered' and l.product_id = any(${sql.param(productIds)}::text[]) and p.print = any(${sql.param([...known.values()].flat())}::bytea[])`);
  return new Set([...known].filter(hasOneOf(delivered)).map(([value]) => value));
}

function hasOneOf(rows: readonly { print: Buffer }[]): (value: [string, Buffer[]]) => boolean {
  const found = new Set(rows.map(({ print }) => print.toString("hex")));
  return ([, prints]) => prints.some((print) => found.has(print.toString("hex")));
}
