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
  const written = await readFilesOfMessages(client);
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

/**
 * The pictures of messages that are not erased, and the proofs that answers replaced. The backup
 * before an update reads the tables of an earlier release, which may lack these columns.
 */
async function readFilesOfMessages(client: Pick<ClientBase, "query">): Promise<{ key: string }[]> {
  const { rows: columns } = await client.query<{ name: string }>(
    `select attname as name from pg_attribute where attrelid = to_regclass('order_messages')
       and attname in ('picture_key', 'replaced_proof_key') and not attisdropped`,
  );
  const parts = columns.map(({ name }) => {
    const isStored = name === "picture_key" ? "erased_at is null" : "true";
    return `select ${name} as key from order_messages where ${name} is not null and ${isStored}`;
  });
  if (parts.length === 0) return [];
  const { rows } = await client.query<{ key: string }>(`${parts.join(" union all ")} order by key`);
  return rows;
}
