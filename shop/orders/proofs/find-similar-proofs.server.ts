import type { Services } from "#platform/provides.ts";
import { greyProof } from "#shop/payments/hash-proof.server.ts";
import { type GreyPicture, PERCEPTUAL_HASH_BITS, perceptualHashOf } from "#shop/payments/perceptual-hash.ts";
import { showsTheSame } from "./picture-comparison.ts";
import { fitOf, overlaidBy } from "./picture-fit.ts";

/** How many pictures with the nearest perceptual hash are compared closely. */
const NEAREST = 12;
/** Pictures whose perceptual hashes differ in more bits than this are different. */
const FAR = PERCEPTUAL_HASH_BITS / 4;
/** On how many other pictures a picture is overlaid to restore what was cropped. */
const OVERLAYS_MAX = 2;

type Seen = { orderId: string; pixels: Buffer; perceptualHash: string };
type Near = { id: number; proofKey: string };

/**
 * Finds proofs of other orders that show the same as this one but have different pixels: the
 * nearest by perceptual hash, each compared closely. A cropped picture has another hash. But it
 * fits onto other screenshots of its app, and overlaid on one of them it has nearly the hash of the
 * uncropped original, so the search is repeated with that hash. Returns the ids of their payment
 * fingerprints.
 */
export async function findSimilarProofs(
  services: Pick<Services, "db" | "files" | "pictures">,
  seen: Seen,
  bytes: Uint8Array,
): Promise<number[]> {
  const grey = await greyProof(services, bytes);
  const compared = new Set<number>();
  const alike: number[] = [];
  const overlaidHashes: string[] = [];
  const compare = async (near: Near) => {
    compared.add(near.id);
    const other = await greyOf(services, near.proofKey);
    if (!other) return;
    const fit = fitOf(other, grey);
    if (showsTheSame(other, grey, fit)) alike.push(near.id);
    const perceptualHash = overlaidHashes.length < OVERLAYS_MAX ? perceptualHashOf(overlaidBy(other, grey, fit)) : null;
    if (perceptualHash !== null) overlaidHashes.push(perceptualHash);
  };

  for (const near of await nearest(services, seen)) await compare(near);
  for (const perceptualHash of overlaidHashes)
    for (const near of await nearest(services, { ...seen, perceptualHash })) {
      if (!compared.has(near.id)) await compare(near);
    }
  return alike;
}

/**
 * The pictures with the nearest perceptual hash whose files still exist. The database scans every
 * row: this happens once per picture, in a background job.
 */
async function nearest({ db }: Pick<Services, "db">, { orderId, pixels, perceptualHash }: Seen): Promise<Near[]> {
  const { rows } = await db.$client.query<Near>({
    name: "nearest-proofs",
    text: `select near.id::integer as id, near.proof_key as "proofKey" from (
      select id, order_id, proof_key, bit_count(perceptual_hash # $1::bit(${PERCEPTUAL_HASH_BITS})) as distance from payment_fingerprints
      where perceptual_hash is not null and order_id <> $2 and pixels <> $3::bytea
      order by distance, id desc limit ${NEAREST}
    ) as near join orders o on o.id = near.order_id and (o.proof_key = near.proof_key
      or exists (select from order_messages r where r.order_id = o.id and r.replaced_proof_key = near.proof_key))
    where near.distance <= ${FAR} order by near.distance, near.id desc`,
    values: [perceptualHash, orderId, pixels],
  });
  return rows;
}

/** Another order's picture in shades of grey; null if the file is missing or damaged. */
async function greyOf(services: Pick<Services, "files" | "pictures">, key: string): Promise<GreyPicture | null> {
  const bytes = await services.files.get(key);
  return bytes && greyProof(services, bytes).catch(() => null);
}
