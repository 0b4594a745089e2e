import { drizzle } from "drizzle-orm/node-postgres";
import type { PoolClient } from "pg";
import type { Tx } from "#platform/database/open.server.ts";
import { letTakeLong } from "#platform/database/watched-pool.server.ts";
import type { AskingAdmin } from "#shop/asker.ts";
import { noteDeed } from "#shop/audit/note-deed.server.ts";
import { signDeed } from "#shop/ledger/sign-deed.server.ts";
import { layOut } from "./lay-out.server.ts";
import { closeLayout, openLayout } from "./layout.server.ts";
import { moveAccounts } from "./move-accounts.server.ts";
import { moveIds } from "./move-ids.server.ts";
import { moveOrders } from "./move-orders.server.ts";
import { moveProducts } from "./move-products.server.ts";
import { moveProofs } from "./move-proofs.server.ts";
import type { Moving, MovingNeeds, MovingSources } from "./moving.server.ts";
import type { MovingProgress, MovingSummary } from "./moving-summary.ts";
import {
  beginRun,
  endRun,
  failRun,
  keepRows,
  keepRowsFromAside,
  lockMoving,
  noteCheckpoint,
  noteProgress,
  sumUp,
  unlockMoving,
} from "./run.server.ts";
import { settleFile } from "./settle-file.server.ts";
import { tellRows } from "./tell-rows.server.ts";
import { whyBrokenOff } from "./why-broken-off.server.ts";

/** Who moves in, whether it is only looked at, and who hears how far it is. */
export type MovingOptions = {
  by: AskingAdmin;
  isPreview: boolean;
  /** The id of its row in `moving_in_runs`, where somebody wants to know it beforehand. */
  runId?: string;
  seen?: (progress: MovingProgress) => void;
};

/** What is told when an import is over. */
export type MovedIn = { runId: string; summary: MovingSummary };

/**
 * Brings the data of the old shop in, or tells what that would do: a preview does all of it in one transaction and undoes it. The import has a transaction for
 * each kind, in the order accounts, products, IDs, orders, proofs, and a checkpoint with each: interrupted and begun again it goes on, done again it adds nothing.
 * Throws `ExportProblem`, with nothing written, for files that cannot be read, and while another import runs; and where an admin stopped it.
 */
export async function moveIn(services: MovingNeeds, sources: MovingSources, options: MovingOptions): Promise<MovedIn> {
  const client = await services.db.$client.connect();
  try {
    await letTakeLong(client);
    await lockMoving(client);
    const runId = await beginRun(services, sources, options);
    try {
      return { runId, summary: await run(services, client, sources, options, runId) };
    } catch (error) {
      // A database that is gone cannot note it: without its lock the run is told as interrupted.
      throw await failRun(services, runId, error).catch(() => whyBrokenOff(error));
    }
  } finally {
    await unlockMoving(client);
    // With its temporary tables.
    client.release(true);
  }
}

async function run(
  services: MovingNeeds,
  client: PoolClient,
  sources: MovingSources,
  options: MovingOptions,
  runId: string,
): Promise<MovingSummary> {
  const at = services.now();
  const noted = noteProgress(services, runId, options.seen);
  await openLayout(client);
  await layOut(services, client, sources.database, at, noted.seen);
  noted.seen({ doing: "sorting the rows", done: 0, total: null });
  await closeLayout(client);
  await settleFile(client, noted.seen);
  const stage = { services, client, by: options.by, at, isPreview: options.isPreview, tell: tellRows(client), seen: noted.seen };
  const summary = options.isPreview ? await preview(stage, sources, runId) : await carryOut(stage, sources, runId);
  await noted.end();
  return summary;
}

type Stage = Omit<Moving, "tx">;

const THE_REPORT: MovingProgress = { doing: "the report", done: 0, total: null };

/** The kinds, in the order in which they come in. */
function kindsOf({ accounts, proofs }: MovingSources): [string, (moving: Moving) => Promise<void>][] {
  return [
    ["accounts", async (moving) => (accounts ? moveAccounts(moving, accounts) : undefined)],
    ["products", moveProducts],
    ["IDs", moveIds],
    ["orders", moveOrders],
    ["proofs", async (moving) => (proofs ? moveProofs(moving, proofs) : undefined)],
  ];
}

async function carryOut(stage: Stage, sources: MovingSources, runId: string): Promise<MovingSummary> {
  const { client, by, at } = stage;
  for (const [name, move] of kindsOf(sources)) {
    stage.seen({ doing: name, done: 0, total: null });
    await drizzle(client).transaction(async (tx) => {
      await signDeed(tx, by);
      await move({ ...stage, tx });
      await noteCheckpoint(tx, runId, name, stage.services.now());
    });
  }
  stage.seen(THE_REPORT);
  return drizzle(client).transaction(async (tx) => {
    const summary = await sumUp(client);
    await keepRows(client, runId);
    await signDeed(tx, by);
    const facts = Object.fromEntries(
      summary.counts.filter(({ outcome }) => outcome === "imported").map(({ kind, rows }) => [`${kind}s`, rows]),
    );
    await noteDeed(tx, by, { deed: "moved-in", subject: { kind: "settings", id: "settings", name: "the shop before" }, facts }, at);
    await endRun(client, runId, summary, stage.services.now());
    return summary;
  });
}

class Undone extends Error {
  override name = "Undone";
}

async function preview(stage: Stage, sources: MovingSources, runId: string): Promise<MovingSummary> {
  const { client, by, services } = stage;
  let summary: MovingSummary | null = null;
  const all = async (tx: Tx) => {
    await signDeed(tx, by);
    for (const [name, move] of kindsOf(sources)) {
      stage.seen({ doing: name, done: 0, total: null });
      await move({ ...stage, tx });
    }
    stage.seen(THE_REPORT);
    // What would fail only at the end of a transaction is to be known now.
    await client.query("set constraints all immediate");
    summary = await sumUp(client);
    await keepRowsFromAside(services, client, runId);
    throw new Undone();
  };
  await drizzle(client)
    .transaction(all)
    .catch((error) => {
      if (!(error instanceof Undone)) throw error;
    });
  if (summary === null) throw new Error("the preview was not summed up");
  await endRun(services.db.$client, runId, summary, services.now());
  return summary;
}
