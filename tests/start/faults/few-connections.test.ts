import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { expect, onTestFinished, test } from "vitest";
import { openEmbedded } from "#platform/database/embedded/embedded.server.ts";
import { aDataFolder, aSettledFolder, isBuilt, needsBuild, openShop } from "../shop-process.ts";

/** The shop's own start takes 3 connections, and PostgreSQL keeps 3 for a superuser. */
const TOO_FEW = "8";
const WATCHED_MS = 6_000;

test.skipIf(!isBuilt)(
  `a database with too few connections is logged in a line, not by each attempt of each worker${needsBuild}`,
  async () => {
    const folder = await aSettledFolder();
    const SECRET = await readFile(join(folder, "secret"), "utf8");
    const narrow = await openEmbedded(folder, { settings: { max_connections: TOO_FEW } });
    onTestFinished(narrow.close);
    const shop = await openShop(await aDataFolder(), { env: { DATABASE_URL: narrow.url, SECRET, SAMPLE_DATA: "off" } });
    const before = shop.output().length;
    await wait(WATCHED_MS);

    const lines = shop.output().slice(before).trim().split("\n");
    const ofQueue = lines.filter((line) => line.startsWith("{")).map((line) => JSON.parse(line));
    expect(ofQueue.map(({ event }) => event)).toContain("a worker of the job queue ended");
    expect(ofQueue.length).toBeLessThan(5);
    expect(lines.filter((line) => /too many clients/.test(line) && !line.startsWith("{"))).toEqual([]);
  },
);
