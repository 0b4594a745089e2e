import type { ClientBase } from "pg";
import { isUploadedImage } from "#shop/catalogue/product-image.ts";

/**
 * A file that a row refers to. The picture of a deleted product is not needed: it may already be
 * gone.
 */
type NamedFile = { key: string; isNeeded: boolean };

/** Lists the files that orders and products refer to: proofs and uploaded pictures. */
export async function readNamedFiles(client: Pick<ClientBase, "query">): Promise<NamedFile[]> {
  const { rows: proofs } = await client.query<{ key: string }>(
    "select proof_key as key from orders where proof_key is not null order by id",
  );
  const { rows: pictures } = await client.query<{ image: string; isNeeded: boolean }>(
    `select image, deleted_at is null as "isNeeded" from products where image like '/%' order by id`,
  );
  return [
    ...proofs.map(({ key }) => ({ key, isNeeded: true })),
    ...pictures.filter(({ image }) => isUploadedImage(image)).map(({ image, isNeeded }) => ({ key: image.slice(1), isNeeded })),
  ];
}
