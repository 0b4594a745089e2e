import { randomBytes } from "node:crypto";
import { Client } from "pg";
import { inject, onTestFinished } from "vitest";

/**
 * The URL of a new database, empty or with the migrated template's content, without connections. It
 * is dropped after the test.
 */
export async function anEmptyDatabase({ isMigrated = false } = {}): Promise<string> {
  const name = `place_${randomBytes(6).toString("hex")}`;
  const template = new URL(inject("templateUrl"));
  const maintenance = withPath(template, "/postgres");
  await ask(maintenance, isMigrated ? `create database ${name} template ${template.pathname.slice(1)}` : `create database ${name}`);
  onTestFinished(() => ask(maintenance, `drop database ${name} with (force)`));
  return withPath(template, `/${name}`);
}

function withPath(address: URL, path: string): string {
  const url = new URL(address);
  url.pathname = path;
  return url.href;
}

async function ask(url: string, statement: string): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
