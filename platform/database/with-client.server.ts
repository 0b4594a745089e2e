import { Client } from "pg";
import { type ConnectionSettings, withSettings } from "./open.server.ts";

const CONNECT_TIMEOUT_MS = 10_000;

/**
 * Runs `work` on a connection of its own and closes it afterwards, even while a statement still
 * runs.
 */
export async function withClient<T>(
  databaseUrl: string,
  work: (client: Client) => Promise<T>,
  settings: ConnectionSettings = {},
): Promise<T> {
  const client = new Client({
    ...withSettings(databaseUrl, settings),
    application_name: "trackside work",
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
  });
  client.on("error", () => {});
  try {
    await client.connect();
    return await work(client);
  } finally {
    await client.end().catch(() => {});
  }
}
