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
  const { client, close } = await openClient(databaseUrl, settings);
  try {
    return await work(client);
  } finally {
    await close();
  }
}

/** Opens a connection of its own, for work that cannot be one function. The caller closes it. */
export async function openClient(
  databaseUrl: string,
  settings: ConnectionSettings = {},
): Promise<{ client: Client; close(): Promise<void> }> {
  const client = new Client({
    ...withSettings(databaseUrl, settings),
    application_name: "trackside work",
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
  });
  client.on("error", () => {});
  const close = () => client.end().catch(() => {});
  await client.connect().catch(async (error) => {
    await close();
    throw error;
  });
  return { client, close };
}
