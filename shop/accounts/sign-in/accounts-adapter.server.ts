import type { DBAdapterInstance } from "better-auth";
import { drizzleAdapter } from "better-auth/adapters/drizzle";
import type { Services } from "#platform/provides.ts";
import { credentials, sessions, users, verifications } from "../tables.server.ts";

/**
 * Better Auth on the shop's tables. The database keeps only the hash of a session token, but Better
 * Auth sets the cookie from the row it wrote, so the adapter returns the original token. Looking up
 * by token works because the column hashes it. [S4.10]
 */
export function accountsAdapter(db: Services["db"]): DBAdapterInstance {
  const open = drizzleAdapter(db, {
    provider: "pg",
    schema: { user: users, session: sessions, account: credentials, verification: verifications },
    transaction: true,
  });

  return (options) => {
    const adapter = open(options);
    const { transaction } = adapter;
    adapter.create = givingTokenBack(adapter.create);
    adapter.transaction = (work) => transaction((within) => work({ ...within, create: givingTokenBack(within.create) }));
    return adapter;
  };
}

type Create = ReturnType<DBAdapterInstance>["create"];

function givingTokenBack(create: Create): Create {
  const giving = async (asked: Parameters<Create>[0]) => {
    const written = await create(asked);
    return asked.model === "session" && "token" in asked.data ? { ...written, token: asked.data.token } : written;
  };
  return giving as Create;
}
