import { randomBytes } from "node:crypto";
import { Client } from "pg";
import { inject, onTestFinished } from "vitest";

/**
 * The URL of a new database, empty or with the migrated template's content, without connections. It
 * is dropped after the test.
 */
export async function anEmptyDatabase({ isMigrated = false } = {}): Promise<string> {
  const databaseUrl = await createDatabase(isMigrated ? inject("templateUrl") : undefined);
  onTestFinished(() => dropDatabase(databaseUrl));
  return databaseUrl;
}

/** Creates an empty database, or a copy of one without connections, and returns its URL. */
export async function createDatabase(original?: string): Promise<string> {
  const name = `place_${randomBytes(6).toString("hex")}`;
  // Without `fsync`, copying the files is cheaper than logging every page.
  await maintain(`create database ${name} template ${original ? nameOf(original) : "template1"} strategy file_copy`);
  return withPath(new URL(inject("templateUrl")), `/${name}`);
}

/** Drops a database, also while somebody is connected to it. */
export async function dropDatabase(databaseUrl: string): Promise<void> {
  await maintain(`drop database ${nameOf(databaseUrl)} with (force)`);
}

function nameOf(databaseUrl: string): string {
  return new URL(databaseUrl).pathname.slice(1);
}

function withPath(address: URL, path: string): string {
  const url = new URL(address);
  url.pathname = path;
  return url.href;
}

async function maintain(statement: string): Promise<void> {
  const client = new Client({ connectionString: withPath(new URL(inject("templateUrl")), "/postgres") });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
