import { createHmac, randomUUID } from "node:crypto";
import { Client } from "pg";
import { sessionCookieName } from "#shop/accounts/cookies.ts";
import type { RunningShop } from "#tests/support/running-shop.ts";

/** Logs the owner in, and tells the cookie. */
export async function signIn({ address, admin }: Pick<RunningShop, "address" | "admin">): Promise<string> {
  const headers = { "content-type": "application/json", origin: address };
  const answer = await fetch(`${address}/api/auth/sign-in/email`, { method: "POST", headers, body: JSON.stringify(admin) });
  if (!answer.ok) throw new Error(`the owner was not let in: ${answer.status}`);
  return answer.headers
    .getSetCookie()
    .map((cookie) => cookie.split(";")[0])
    .join("; ");
}

/** The cookie of a new session of a seeded customer, who has no password. */
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
