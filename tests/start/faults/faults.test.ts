import { spawn } from "node:child_process";
import { once } from "node:events";
import { closeSync, existsSync, openSync } from "node:fs";
import { expect, onTestFinished, test, vi } from "vitest";
import { freePort } from "#tests/support/processes/running-shop.ts";
import { bareEnvironment } from "#tests/support/processes/settled-folder.ts";
import { noSmallDisk } from "#tests/support/processes/small-disk.ts";
import { databaseStopped } from "#tests/torture/faults/faults.ts";
import { diskFull } from "#tests/torture/faults/full-disks.ts";
import { aDataFolder, isBuilt, main, needsBuild } from "../shop-process.ts";

vi.setConfig({ testTimeout: 120_000 });

// Short versions of `npm run torture -- faults`.
test.skipIf(!isBuilt)(
  `the operator's PostgreSQL is away: the shop says so at once, nothing is lost, and it recovers${needsBuild}`,
  async () => {
    const { faults, answers, acknowledged } = await databaseStopped(1_500);
    expect(faults).toEqual([]);
    expect(answers.get(503)).toBeGreaterThan(0);
    expect(acknowledged).toBeGreaterThan(0);
  },
);

test.skipIf(!isBuilt || noSmallDisk !== "")(
  `the disk of the whole shop is full, so that PostgreSQL ends: the shop says so, nothing is lost, and it recovers when there is room${needsBuild}${noSmallDisk}`,
  async () => {
    const { faults, answers } = await diskFull(1_000);
    expect(faults).toEqual([]);
    expect(answers.get(503)).toBeGreaterThan(0);
  },
);

const full = "/dev/full";
const needsFull = existsSync(full) ? "" : " (skipped: this system has no /dev/full)";
test.skipIf(!isBuilt || needsFull !== "")(`a shop whose words go to a full disk goes on${needsBuild}${needsFull}`, async () => {
  const port = await freePort();
  const words = openSync(full, "w");
  const env = { ...bareEnvironment, PORT: String(port), DATA_DIR: await aDataFolder(), LOG_LEVEL: "debug" };
  const shop = spawn(process.execPath, [main], { env, stdio: ["ignore", words, words] });
  closeSync(words);
  const ended = once(shop, "exit");
  onTestFinished(async () => {
    shop.kill("SIGTERM");
    expect(await ended).toEqual([0, null]);
  });
  const answer = async (path: string) => (await fetch(`http://localhost:${port}${path}`)).status;
  await vi.waitFor(async () => expect(await answer("/readyz")).toBe(200), { timeout: 60_000, interval: 100 });
  expect(await answer("/products")).toBe(200);
  expect(shop.exitCode).toBeNull();
});
