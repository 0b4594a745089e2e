import { chmod, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { parseArgs } from "node:util";
import { openEmbedded } from "#platform/database/embedded/embedded.server.ts";
import { migrate } from "#platform/database/migrate.server.ts";
import { closeDatabase, openDatabase } from "#platform/database/open.server.ts";
import { startShop } from "#tests/support/processes/running-shop.ts";
import { type Operation, openAdmin } from "./load/bulk-commands.ts";
import { benchLedger } from "./load/pgbench.ts";
import { figuresText } from "./measuring/figures.ts";
import { measureMeanwhile, residentMb } from "./measuring/meanwhile.ts";
import { report } from "./measuring/report.ts";

const { values: options } = parseArgs({ options: { small: { type: "boolean", default: false } } });
const ADDED = options.small ? 20_000 : 100_000;
const DOWNLOADED = options.small ? 200_000 : 1_000_000;
const ROUNDS = 2;
const MEMORY_MAX_MB = 300;
const ANSWER_MAX_MS = 1_000;

/** What was measured of one command, round by round. */
type Rounds = { memoryMb: number[]; otherMs: number[]; sameMs: number[] };

const folder = await mkdtemp(join(tmpdir(), "trackside-bench-"));
await chmod(folder, 0o711);
const postgres = await openEmbedded(folder);
const db = openDatabase(postgres.url, { settings: benchLedger, forNobody: true });
await migrate(db);
const shop = await startShop({ DATABASE_URL: postgres.url });
try {
  const admin = await openAdmin(shop);
  const other = await admin.addProduct("Bought from meanwhile", 20_000);
  await wait(2_000);
  const idleMb = await residentMb(shop.pid);
  const large = await admin.addProduct("Downloaded", 1);
  for (let entered = 0; entered < DOWNLOADED; entered += 50_000) await admin.addByFile(large, 50_000);
  const all = { paste: noRounds(), file: noRounds(), deletion: noRounds(), download: noRounds() };
  await db.$client.query("vacuum analyze");

  for (let round = 0; round < ROUNDS; round += 1) {
    for (const [name, add] of [
      ["paste", admin.addByPaste],
      ["file", admin.addByFile],
    ] as const) {
      const product = await admin.addProduct("Added to", 5_000);
      await measure(all[name], ADDED, product, () => add(product, ADDED));
      await measure(all.deletion, ADDED, product, () => admin.deleteProduct(product), true);
    }
    await measure(all.download, DOWNLOADED, large, () => admin.download(large));
  }

  const [added, downloaded] = [ADDED.toLocaleString("en"), DOWNLOADED.toLocaleString("en")];
  reportRounds(`adding ${added} IDs by paste`, all.paste);
  reportRounds(`adding ${added} IDs by file`, all.file);
  reportRounds(`deleting a product with ${added} IDs`, all.deletion);
  reportRounds(`downloading ${downloaded} IDs`, all.download);

  async function measure(rounds: Rounds, rows: number, same: string, operation: Operation, onceGone = false): Promise<void> {
    const { tookMs, memoryMb, slowestMs } = await measureMeanwhile(shop, idleMb, operation, [{ id: other }, { id: same, onceGone }]);
    console.log(`  ${(tookMs / 1_000).toFixed(1)} s for ${rows} IDs`);
    rounds.memoryMb.push(memoryMb);
    rounds.otherMs.push(slowestMs[0] ?? 0);
    rounds.sameMs.push(slowestMs[1] ?? 0);
  }
} catch (error) {
  console.error(shop.said());
  throw error;
} finally {
  await shop.stop();
  await closeDatabase(db);
  await postgres.close();
  await rm(folder, { recursive: true, force: true });
}

function noRounds(): Rounds {
  return { memoryMb: [], otherMs: [], sameMs: [] };
}

function reportRounds(operation: string, { memoryMb, otherMs, sameMs }: Rounds): void {
  reportWorst(`${operation}: memory over idle at its peak`, memoryMb, "MB", MEMORY_MAX_MB);
  reportWorst(`${operation}: slowest order from another product meanwhile`, otherMs, "ms", ANSWER_MAX_MS);
  reportWorst(`${operation}: slowest order from the same product meanwhile`, sameMs, "ms", ANSWER_MAX_MS);
}

/** Reports the worst round. */
function reportWorst(measure: string, figures: number[], unit: string, atMost: number): void {
  report({
    measure,
    figure: figuresText(figures, unit),
    yardstick: "",
    ratio: "",
    toReach: `≤ ${atMost} ${unit}`,
    isReached: Math.max(...figures) <= atMost,
  });
}
