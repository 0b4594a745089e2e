import { setImmediate as others } from "node:timers/promises";
import { sql } from "drizzle-orm";
import type { Tx } from "#platform/database/open.server.ts";
import type { Services } from "#platform/provides.ts";
import { placeOf } from "#shop/encrypted-columns.server.ts";
import { type Refusal, refused } from "#shop/refusal.ts";
import { readId } from "../ids/id.ts";
import { slicesOf } from "../slices.ts";
import { idFingerprint, idFingerprints } from "./id-fingerprint.server.ts";

type Needs = Pick<Services, "vault">;

/**
 * An ID as it was `given` and as it would be stored, the fingerprint of a new row, and every
 * fingerprint it may already be stored under.
 */
export type Fingerprinted = { given: string; value: string; fingerprint: Buffer; prints: Buffer[] };
/** The unit already stored for a value, if any. `alike` is the stored spelling where it differs. */
type InBooks = { unit: KnownUnit | null; alike: string | null };
type Found = InBooks & { isErased: boolean };
/**
 * A value together with what the shop knows about it. `isErased`: it was delivered once and erased
 * since.
 */
export type Line = Fingerprinted & Found;
type KnownUnit = { productId: string; productName: string; withdrawn: string | null; isDelivered: boolean };

/** Reads an ID and computes its fingerprints. [S3.9] */
export function fingerprinted(vault: Services["vault"], given: string): Fingerprinted {
  const prints = idFingerprints(vault, given);
  return { given, value: readId(given)?.value ?? given, fingerprint: prints[0] ?? idFingerprint(vault, given), prints };
}

/** A unit's encrypted value, null if it was erased, and the fingerprint that names its row. */
type EncryptedUnit = { encrypted: Buffer | null; fingerprint: Buffer };

/**
 * Returns the stored spelling of an ID if it differs from this one; null if it is the same or the
 * value was erased.
 */
export function spelledOtherwise(vault: Services["vault"], value: string, { encrypted, fingerprint }: EncryptedUnit): string | null {
  if (encrypted === null) return null;
  const stored = vault.decrypt(placeOf("units.value", fingerprint), encrypted);
  const clean = readId(stored)?.value ?? stored;
  return clean === value ? null : clean;
}

/**
 * Looks values up among the units and, if not found there, among the erased IDs in the ledger.
 * Keeps their order.
 */
export async function lookUp({ vault }: Needs, tx: Pick<Tx, "execute">, values: readonly string[]): Promise<Line[]> {
  const lines: Line[] = [];
  for (const slice of slicesOf(values)) {
    const found = await findFingerprinted(
      { vault },
      tx,
      slice.map((value) => fingerprinted(vault, value)),
    );
    lines.push(...found);
    await others();
  }
  return lines;
}

/** Same as `lookUp`, for values whose fingerprints are already known. */
export async function findFingerprinted<M extends Fingerprinted>(
  services: Needs,
  tx: Pick<Tx, "execute">,
  values: readonly M[],
): Promise<(M & Found)[]> {
  const lines: (M & Found)[] = [];
  for (const slice of slicesOf(values)) {
    const inBooks = await lookUpInBooks(services, tx, slice);
    const unknown = inBooks.filter(({ unit }) => unit === null);
    const erased = await findErased(tx, unknown);
    lines.push(...inBooks.map((line) => ({ ...line, isErased: erased.has(line.value) })));
  }
  return lines;
}

/** Whether a value may be added to the stock: it is unknown, or it was removed unsold. */
export function isAddable({ unit, isErased }: Found): boolean {
  return unit === null ? !isErased : unit.withdrawn === "removed";
}

export type ObjectionToIds = Refusal<"idOfOtherProduct" | "idAlike">;

/**
 * Returns why these lines cannot be added to a product: `idOfOtherProduct`, or `idAlike` if one is
 * stored in another spelling. Null if all can. [S3.9]
 */
export function objectionTo(lines: readonly (Fingerprinted & InBooks)[], productId: string): ObjectionToIds | null {
  for (const { unit, value, alike } of lines) {
    if (!unit || unit.withdrawn === "removed") continue;
    if (alike !== null) return refused("idAlike", { id: value, twin: alike });
    if (unit.productId !== productId) return refused("idOfOtherProduct", { product: unit.productName });
  }
  return null;
}

/**
 * Forces an index lookup per fingerprint (`offset 0`) and fetches the other columns only for rows
 * found. Otherwise the planner expects every fingerprint to match and scans whole tables.
 */
async function lookUpInBooks<M extends Fingerprinted>(
  { vault }: Needs,
  tx: Pick<Tx, "execute">,
  lines: readonly M[],
): Promise<(M & InBooks)[]> {
  const { rows } = await tx.execute<KnownUnit & EncryptedUnit>(sql`
    select u.fingerprint, u.value as encrypted, u.product_id as "productId", u.withdrawn as "withdrawn",
      (select p.name from products p where p.id = u.product_id) as "productName",
      coalesce((select h.delivered_at is not null from order_units h where h.unit_id = u.id), false) as "isDelivered"
    from unnest(${sql.param(lines.flatMap(({ prints }) => prints))}::bytea[]) as given (print)
      cross join lateral (select * from units where fingerprint = given.print offset 0) as u`);
  const known = new Map(rows.map((unit) => [unit.fingerprint.toString("hex"), unit]));
  return lines.map((line) => {
    const { prints, value } = line;
    const found = known.size > 0 ? prints.map((print) => known.get(print.toString("hex"))).find((one) => one !== undefined) : undefined;
    if (!found) return { ...line, unit: null, alike: null };
    const { encrypted, fingerprint, ...unit } = found;
    return { ...line, unit, alike: spelledOtherwise(vault, value, { encrypted, fingerprint }) };
  });
}

/**
 * Returns the values that the ledger shows as both delivered and erased; the two events may carry
 * fingerprints under different secrets.
 */
async function findErased(tx: Pick<Tx, "execute">, lines: readonly Fingerprinted[]): Promise<Set<string>> {
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

function hasOneOf(rows: readonly { print: Buffer }[]): (line: Fingerprinted) => boolean {
  const found = new Set(rows.map(({ print }) => print.toString("hex")));
  return ({ prints }) => prints.some((print) => found.has(print.toString("hex")));
}
