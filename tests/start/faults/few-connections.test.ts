import { chmod, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { expect, onTestFinished, test } from "vitest";
import { openEmbedded } from "#platform/database/embedded/embedded.server.ts";
import { isBuilt, needsBuild, openShop } from "../shop-process.ts";

/** The shop's own start takes 3 connections, and PostgreSQL keeps 3 for a superuser. */
const TOO_FEW = "8";
const WATCHED_MS = 6_000;

test.skipIf(!isBuilt)(
  `a database with too few connections is logged in a line, not by each attempt of each worker${needsBuild}`,
  async () => {
    const folder = await mkdtemp(join(tmpdir(), "trackside-few-"));
    await chmod(folder, 0o711);
    onTestFinished(() => rm(folder, { recursive: true, force: true }));
    const env = (url: string) => ({ DATABASE_URL: url, SECRET: "one secret for all processes, long enough", SAMPLE_DATA: "off" });
    const roomy = await openEmbedded(join(folder, "database"));
    const first = await openShop(join(folder, "data"), { env: env(roomy.url) });
    first.child.kill("SIGTERM");
    await first.ended;
    await roomy.close();

    const narrow = await openEmbedded(join(folder, "database"), { settings: { max_connections: TOO_FEW } });
    const shop = await openShop(join(folder, "data"), { env: env(narrow.url) });
    onTestFinished(async () => {
      shop.child.kill("SIGTERM");
      await shop.ended;
      await narrow.close();
    });
    const before = shop.output().length;
    await wait(WATCHED_MS);

    const lines = shop.output().slice(before).trim().split("\n");
    const ofQueue = lines.filter((line) => line.startsWith("{")).map((line) => JSON.parse(line));
    expect(ofQueue.map(({ event }) => event)).toContain("a worker of the job queue ended");
    expect(ofQueue.length).toBeLessThan(5);
    expect(lines.filter((line) => /too many clients/.test(line) && !line.startsWith("{"))).toEqual([]);
  },
);
