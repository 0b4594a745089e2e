import { existsSync } from "node:fs";
import { join } from "node:path";
import { sentenceIn } from "#messages/sentence-in.ts";
import type { Config } from "#platform/config.server.ts";
import { withClient } from "#platform/database/with-client.server.ts";
import { StartProblem } from "#platform/start-problem.ts";
import { Credentials } from "#shop/accounts/account-forms.ts";
import { judgeNewPassword } from "#shop/accounts/passwords/check-new-password.server.ts";
import { FIRST_SHOP_NAME } from "#shop/settings/constants.ts";

type Given = Pick<Config, "admin" | "databaseUrl" | "dataDir">;

/**
 * Refuses to start if the first admin could not be created, before the built-in database is
 * created. Invalid credentials in the configuration stop every start. [S6.4] [S7.4]
 */
export async function refuseWeakAdmin({ admin, databaseUrl, dataDir }: Given): Promise<void> {
  if (admin === null) return;
  if (!Credentials.safeParse(admin).success)
    throw new StartProblem("ADMIN_PASSWORD must have 8 to 128 characters, and ADMIN_EMAIL must be an email address.");
  if (databaseUrl === null && !existsSync(join(dataDir, "database"))) await refuseGuessed(admin, FIRST_SHOP_NAME);
}

/**
 * The same for an existing database, before it is migrated: its password counts only while there is
 * no admin. A database that cannot be queried is reported by whatever opens it next. [S6.8]
 */
export async function refuseWeakAdminOf({ admin }: Pick<Given, "admin">, url: string): Promise<void> {
  if (admin === null) return;
  const shopName = await withClient(url, async (client) => {
    const { rows } = await client.query("select to_regclass('users') is not null and to_regclass('shop_settings') is not null as is_there");
    if (!rows[0]?.is_there) return FIRST_SHOP_NAME;
    const found = await client.query<{ name: string; has_admin: boolean }>(
      "select name, exists(select from users where role = 'admin') as has_admin from shop_settings",
    );
    return found.rows[0]?.has_admin ? null : (found.rows[0]?.name ?? FIRST_SHOP_NAME);
  }).catch(() => null);
  if (shopName !== null) await refuseGuessed(admin, shopName);
}

async function refuseGuessed(admin: { email: string; password: string }, shopName: string): Promise<void> {
  const fit = await judgeNewPassword(admin, shopName);
  if (!fit.ok) throw new StartProblem(`ADMIN_PASSWORD: ${sentenceIn("en", fit)}`);
}
