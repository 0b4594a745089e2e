// `npm run bench -- import-old-shop [MB] [admin]`: imports an export of that size (100 MB by
// default) by the command line or the admin page, and measures the memory it takes besides the
// database. 1,000 MB take 45 minutes on two otherwise idle cores.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { importByAdmin } from "../tests/support/old-shop/import-by-admin.ts";
import { childProcessesOf } from "../tests/support/processes/processes.ts";
import { startShop } from "../tests/support/processes/running-shop.ts";
import { sizeOf } from "../tests/torture/process-size.ts";
import { reportAtMost } from "./measuring/report.ts";
import { exportMb, storedExport } from "./shops/seeds.ts";

const MB = 1_000_000;
const SAMPLE_EVERY_MS = 100;
const MEMORY_MAX_MB = 400;
/**
 * How much memory the shop's process may take for the progress page while a child process imports.
 */
const GROWTH_MAX_MB = 100;

const wantedMb = Number(process.argv[2] ?? exportMb);
const folder = await mkdtemp(join(tmpdir(), "trackside-moving-in-"));
const file = await storedExport(wantedMb);
console.log(`${((await stat(file)).size / MB).toFixed(0)} MB`);
const begunAt = performance.now();
try {
  await (process.argv[3] === "admin" ? byAdmin() : byCommand());
} finally {
  await rm(folder, { recursive: true, force: true });
}

async function byCommand(): Promise<void> {
  const importing = spawn(process.execPath, [resolve("server/shop.ts"), "import", file, "--yes"], {
    env: { ...process.env, DATA_DIR: join(folder, "data"), NODE_ENV: "production" },
    stdio: "inherit",
  });
  let peak = 0;
  const looking = setInterval(() => {
    if (importing.pid !== undefined && importing.exitCode === null) peak = Math.max(peak, sizeOf(importing.pid)?.memory || 0);
  }, SAMPLE_EVERY_MS);
  const [status] = await once(importing, "exit");
  clearInterval(looking);
  if (status !== 0) throw new Error("the import failed");
  console.log(`preview and import took ${tookSeconds()} s`);
  reportAtMost(`memory of an import of ${wantedMb} MB`, [peak / MB], "MB", MEMORY_MAX_MB);
}

/** Measures the shop's own process and the child process that imports. */
async function byAdmin(): Promise<void> {
  const shop = await startShop();
  try {
    const owner = await importByAdmin(shop);
    await owner.upload(file);
    const before = sizeOf(shop.pid)?.memory ?? 0;
    let [peak, childPeak] = [0, 0];
    for (const [what, head] of [
      ["preview", "What would be imported"],
      ["import", "What was imported"],
    ] as const) {
      await owner.start(what);
      while (!(await owner.page()).includes(head)) {
        peak = Math.max(peak, sizeOf(shop.pid)?.memory ?? 0);
        for (const { pid } of childProcessesOf(shop.pid)) childPeak = Math.max(childPeak, sizeOf(pid)?.memory || 0);
        await wait(SAMPLE_EVERY_MS);
      }
    }
    console.log(`upload, preview and import took ${tookSeconds()} s`);
    reportAtMost(`memory of the process that does an import of ${wantedMb} MB`, [childPeak / MB], "MB", MEMORY_MAX_MB);
    reportAtMost("growth of the process that answers visitors meanwhile", [(peak - before) / MB], "MB", GROWTH_MAX_MB);
  } finally {
    await shop.stop();
  }
}

function tookSeconds(): string {
  return ((performance.now() - begunAt) / 1_000).toFixed(0);
}
