import type { Services } from "#platform/provides.ts";
import { showsTheSame } from "#shop/payments/closer-look.ts";
import { fitOf, laidUnder } from "#shop/payments/picture-fit.ts";
import { type GreyPicture, LOOK_BITS, lookOf } from "#shop/payments/picture-look.ts";
import { greyProof } from "#shop/payments/see-proof.server.ts";

/** How many pictures with the most similar look are looked at closely. */
const NEAREST = 12;
/** Looks that differ in more bits than this are of different pictures. */
const FAR = LOOK_BITS / 4;
/** Onto how many of them a picture is laid to find what it was cut from. */
const LAID = 2;

type Seen = { orderId: string; pixels: Buffer; look: string };
type Near = { id: number; proofKey: string };

/**
 * Finds pictures of other orders that show the same as this one, though not with equal pixels: first those of similar look, then closely. A picture that
 * was cut has another look; but it fits onto others of its app, and laid onto one it has the look of what it was cut from. Returns their marks.
 */
export async function findLikenesses(services: Pick<Services, "db" | "files">, seen: Seen, bytes: Uint8Array): Promise<number[]> {
  const grey = await greyProof(bytes);
  const looked = new Set<number>();
  const alike: number[] = [];
  const laid: string[] = [];
  const lookCloser = async (near: Near) => {
    looked.add(near.id);
    const other = await greyOf(services, near.proofKey);
    if (!other) return;
    const fit = fitOf(other, grey);
    if (showsTheSame(other, grey, fit)) alike.push(near.id);
    const look = laid.length < LAID ? lookOf(laidUnder(other, grey, fit)) : null;
    if (look !== null) laid.push(look);
  };

  for (const near of await nearest(services, seen)) await lookCloser(near);
  for (const look of laid)
    for (const near of await nearest(services, { ...seen, look })) {
      if (!looked.has(near.id)) await lookCloser(near);
    }
  return alike;
}

/** The pictures of the most similar look that can still be shown. Every row is looked at, in the database: that is done once for a picture, and no page waits for it. */
async function nearest({ db }: Pick<Services, "db">, { orderId, pixels, look }: Seen): Promise<Near[]> {
  const { rows } = await db.$client.query<Near>({
    name: "nearest-looks",
    text: `select near.id::integer as id, near.proof_key as "proofKey" from (
      select id, order_id, proof_key, bit_count(look # $1::bit(${LOOK_BITS})) as distance from payment_marks
      where look is not null and order_id <> $2 and pixels <> $3::bytea
      order by distance, id desc limit ${NEAREST}
    ) as near join orders o on o.id = near.order_id and o.proof_key = near.proof_key
    where near.distance <= ${FAR} order by near.distance, near.id desc`,
    values: [look, orderId, pixels],
  });
  return rows;
}

/** A picture of another order; null for one whose file is gone or damaged. */
async function greyOf({ files }: Pick<Services, "files">, key: string): Promise<GreyPicture | null> {
  const bytes = await files.get(key);
  return bytes && greyProof(bytes).catch(() => null);
}
