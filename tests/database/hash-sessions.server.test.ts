import { cp, mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { migrate } from "#platform/database/migrate.server.ts";
import { sha256 } from "#platform/encryption/vault.server.ts";
import { openTestShop, type TestShop } from "#tests/support/shop/shop.ts";

const migrations = resolve("platform/database/migrations");

let shop: TestShop;
let before: string;
beforeAll(async () => {
  shop = await openTestShop({ asOwner: true });
  before = await mkdtemp(join(tmpdir(), "trackside-migrations-"));
  const earlier = (await readdir(migrations)).filter((name) => name < "0005");
  for (const name of earlier) await cp(join(migrations, name), join(before, name));
});
afterAll(async () => {
  await shop.close();
  await rm(before, { recursive: true, force: true });
});

test("[S4.10] sessions from before are hashed in place: nobody is logged out, and no token is left", async () => {
  const { db } = shop.services;
  const token = "AbCdEfGhIjKlMnOpQrStUvWxYz012345";
  await db.$client.query("drop schema public cascade; create schema public");
  await migrate(db, before);
  await db.$client.query(`
    insert into users (id, name, email, created_at, updated_at) values ('u', 'Asha', 'asha@example.com', now(), now());
    insert into sessions (id, token, user_id, expires_at, created_at, updated_at) values ('s', '${token}', 'u', now() + interval '1 day', now(), now())`);

  await migrate(db);
  const { rows } = await db.$client.query("select id, token_hash from sessions");
  expect(rows).toEqual([{ id: "s", token_hash: sha256(token) }]);
});
