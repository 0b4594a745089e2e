import type { ClientBase } from "pg";
import { isUploadedImage } from "#shop/pictures/uploaded-image.ts";

/**
 * A file that a row refers to. The picture of a deleted product is not needed: it may already be
 * gone.
 */
export type NamedFile = { key: string; isNeeded: boolean };

/** Lists the files that rows refer to: proofs, pictures in messages, and uploaded pictures of products and of the shop's look. */
export async function readNamedFiles(client: Pick<ClientBase, "query">): Promise<NamedFile[]> {
  const { rows: proofs } = await client.query<{ key: string }>(
    "select proof_key as key from orders where proof_key is not null order by id",
  );
  const { rows: written } = await client.query<{ key: string }>(
    "select picture_key as key from order_messages where picture_key is not null and erased_at is null order by id",
  );
  const { rows: pictures } = await client.query<{ image: string; isNeeded: boolean }>(
    `select image, deleted_at is null as "isNeeded" from products where image like '/%' order by id`,
  );
  const { rows: look } = await client.query<{ key: string }>(
    "select substr(path, 2) as key from shop_settings, unnest(array[logo, landing_picture]) as path where path is not null",
  );
  return [
    ...look.map(({ key }) => ({ key, isNeeded: true })),
    ...[...proofs, ...written].map(({ key }) => ({ key, isNeeded: true })),
    ...pictures.filter(({ image }) => isUploadedImage(image)).map(({ image, isNeeded }) => ({ key: image.slice(1), isNeeded })),
  ];
}
