import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { text } from "node:stream/consumers";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { bareEnvironment } from "#tests/support/processes/settled-folder.ts";
import { asOwner } from "#tests/torture/owners-calls.ts";
import { aDataFolder, aSettledFolder, close, command, isBuilt, needsBuild, openShop } from "../shop-process.ts";

/** Several processes run one after another, on a large shop. */
vi.setConfig({ testTimeout: 180_000 });

const hasTerminal = spawnSync("script", ["--version"], { encoding: "utf8" }).stdout?.includes("util-linux") ?? false;
const needsTerminal = hasTerminal ? "" : " (skipped: there is no script of util-linux, which makes a terminal)";
const door = resolve("server/shop.ts");
const owner = { email: "owner@shop.example", password: "correct horse battery" };
const PASSPHRASE = "a passphrase of some length";
const PRODUCTS = 4;
/**
 * With this many IDs of this length, each command takes longer than the interval between two
 * progress lines.
 */
const IDS_OF_EACH = 6_000;
const ID_LENGTH = 400;

/** A folder with a stopped shop whose IDs take a while to process. */
async function aBigShop(): Promise<string> {
  const dataDir = await aSettledFolder();
  const env = { SAMPLE_DATA: "off", ADMIN_EMAIL: owner.email, ADMIN_PASSWORD: owner.password };
  const shop = await openShop(dataDir, { env });
  const calls = await asOwner({ address: shop.address, origin: shop.address, admin: owner });
  for (let product = 0; product < PRODUCTS; product += 1) {
    const ids = Array.from({ length: IDS_OF_EACH }, (_, n) => `${product}-${n}-`.padEnd(ID_LENGTH, "x"));
    await calls.putOnSale(`Account ${product}`, ids);
  }
  await close(shop);
  return dataDir;
}

/**
 * Runs a command of the shop on a terminal, and returns the successive states of its progress line
 * and its final output.
 */
async function onTerminal(words: string[], dataDir: string): Promise<{ lines: string[]; ending: string }> {
  const typed = [process.execPath, door, ...words].map((word) => `'${word}'`).join(" ");
  const shown = spawn("script", ["-qec", typed, "/dev/null"], {
    env: { ...bareEnvironment, HOME: tmpdir(), DATA_DIR: dataDir, BACKUP_PASSPHRASE: PASSPHRASE },
    stdio: ["ignore", "pipe", "inherit"],
  });
  onTestFinished(() => void shown.kill("SIGKILL"));
  const [output, [status]] = await Promise.all([text(shown.stdout), once(shown, "close")]);
  expect(status, output).toBe(0);
  const [before = "", ...lines] = output.split("\r\u001b[K");
  expect(before).toBe("");
  return { ending: lines.pop() ?? "", lines: lines.map((line) => line.trim()) };
}

/** The numbers in the lines of this form: there are several, and they never decrease. */
function growing(lines: string[], form: RegExp): number[] {
  const figures = lines.flatMap((line) => {
    const [, figure] = form.exec(line) ?? [];
    return figure === undefined ? [] : [Number(figure)];
  });
  expect(new Set(figures).size, lines.join("\n")).toBeGreaterThan(1);
  expect(figures).toEqual(figures.toSorted((one, other) => one - other));
  return figures;
}

describe.skipIf(!isBuilt || !hasTerminal)(`how far a command is${needsBuild}${needsTerminal}`, () => {
  test("backup, restore and rotate-secret show it on a terminal, on one line that grows to the end and is gone then; elsewhere they do not", async () => {
    const dataDir = await aBigShop();
    const file = join(dataDir, "..", "shown.backup");

    const backup = await onTerminal(["backup", file], dataDir);
    growing(backup.lines, /^(\d+\.\d) MB · \w+$/);
    expect(backup.ending).toMatch(/^Backed up to \S+: 4 products, 24000 IDs,/);

    const restore = await onTerminal(["restore", file], await aDataFolder());
    growing(restore.lines, /^(\d+\.\d) MB · checking$/);
    growing(restore.lines, /^(\d+\.\d) MB · units$/);
    expect(restore.ending).toMatch(/^Restored, as it was at \S+: 4 products, 24000 IDs,/);

    const rotated = await onTerminal(["rotate-secret"], dataDir);
    const ids = growing(rotated.lines, /^IDs: (\d+)$/);
    expect(ids.at(-1)).toBeGreaterThan((PRODUCTS * IDS_OF_EACH) / 2);
    expect(rotated.ending).toMatch(/^The secret was changed\. Encrypted again: 24000 IDs/);

    const quiet = command(["backup", join(dataDir, "..", "quiet.backup")], dataDir, { BACKUP_PASSPHRASE: PASSPHRASE });
    expect(await quiet.ended).toBe(0);
    expect(quiet.output()).toMatch(/^Backed up to [^\r]+\n$/);
  });
});
