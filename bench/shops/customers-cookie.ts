import { createHmac, randomUUID } from "node:crypto";
import { Client } from "pg";
import { sessionCookieName } from "#shop/accounts/sessions/cookies.ts";

/** The cookie of a new session for a seeded customer, who has no password. */
export async function customersCookie(databaseUrl: string, secret: string, name: string): Promise<string> {
  const token = randomUUID().replaceAll("-", "");
  const client = new Client({ connectionString: databaseUrl });
  await client.connect();
  await client.query(
    `insert into sessions (id, token_hash, user_id, created_at, updated_at, last_seen_at, expires_at)
     values ($1, sha256(convert_to($2, 'UTF8')), md5($3), now(), now(), now(), now() + interval '12 hours')`,
    [randomUUID(), token, name],
  );
  await client.end();
  const signature = createHmac("sha256", secret).update(token).digest("base64");
  return `${sessionCookieName(false)}=${encodeURIComponent(`${token}.${signature}`)}`;
}
