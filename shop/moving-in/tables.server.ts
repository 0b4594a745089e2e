import { bigint, boolean, customType, jsonb, pgTable, primaryKey, smallint, text, timestamp } from "drizzle-orm/pg-core";
import { units } from "#shop/stock/tables.server.ts";
import type { MovingProgress, MovingSummary } from "./moving-summary.ts";
import { movedKinds, movedOutcomes } from "./report-row.ts";

const bytea = customType<{ data: Buffer }>({ dataType: () => "bytea" });
const at = (name: string) => timestamp(name, { withTimezone: true });

/** The kinds of rows that are known again in a later export, by their old ids. */
export const rememberedKinds = ["product", "order", "account"] as const;
export type RememberedKind = (typeof rememberedKinds)[number];

/** Which row here each row of the old shop became, and what both were when the import was done with it. */
export const movedIn = pgTable(
  "moved_in",
  {
    kind: text("kind", { enum: rememberedKinds }).notNull(),
    oldId: text("old_id").notNull(),
    localId: text("local_id").notNull(),
    /** The keyed fingerprint of the row in the file. */
    there: bytea("there").notNull(),
    /** A hash of what the row held here when the import was done with it; null where that is not compared. */
    here: bytea("here"),
    /** Whose order it was there. */
    oldUserId: text("old_user_id"),
    /** The name of the file that the order's proof was there. */
    proofFile: text("proof_file"),
    movedAt: at("moved_at").notNull(),
  },
  (table) => [primaryKey({ columns: [table.kind, table.oldId] })],
);

/** The IDs that were in the stock of the old shop, or held by an order there. */
export const movedInIds = pgTable("moved_in_ids", {
  unitId: bigint("unit_id", { mode: "number" })
    .primaryKey()
    .references(() => units.id),
  /** The part of the export in which it stood: 1 the catalogue's lists, 2 the second list of products, 3 an order; null where that was not noted. */
  tree: smallint("tree"),
});

/** Each import and each preview of one. */
export const movingInRuns = pgTable("moving_in_runs", {
  id: text("id").primaryKey(),
  state: text("state", { enum: ["running", "done", "failed"] }).notNull(),
  isPreview: boolean("is_preview").notNull(),
  byName: text("by_name").notNull(),
  files: jsonb("files").$type<string[]>().notNull(),
  /** The kinds that are done, each with when. */
  checkpoints: jsonb("checkpoints").$type<Record<string, string>>().notNull(),
  progress: jsonb("progress").$type<Partial<MovingProgress>>().notNull(),
  summary: jsonb("summary").$type<MovingSummary>(),
  problem: text("problem"),
  startedAt: at("started_at").notNull(),
  endedAt: at("ended_at"),
});

/** What became of every row of the files, of the newest preview and the newest import. */
export const movingInRows = pgTable(
  "moving_in_rows",
  {
    runId: text("run_id")
      .notNull()
      .references(() => movingInRuns.id),
    n: bigint("n", { mode: "number" }).notNull(),
    kind: text("kind", { enum: movedKinds }).notNull(),
    path: text("path").notNull(),
    outcome: text("outcome", { enum: movedOutcomes }).notNull(),
    oddities: text("oddities").array().notNull(),
  },
  (table) => [primaryKey({ columns: [table.runId, table.n] })],
);
