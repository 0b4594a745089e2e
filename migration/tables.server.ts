import { boolean, jsonb, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import { at, bytea } from "#platform/database/column-types.server.ts";
import type { MigrationProgress, MigrationSummary } from "./report/migration-summary.ts";

/** The kinds of rows that a later import recognizes by their old ids. */
const rememberedKinds = ["product", "order", "account"] as const;

/** Which local row each row of the old shop became, and what both were at the end of the import. */
export const oldShopRows = pgTable(
  "old_shop_rows",
  {
    kind: text("kind", { enum: rememberedKinds }).notNull(),
    oldId: text("old_id").notNull(),
    localId: text("local_id").notNull(),
    /** The keyed fingerprint of the row in the file. */
    there: bytea("there").notNull(),
    /** A hash of the local row at the end of the import; null if that is not compared. */
    here: bytea("here"),
    /** The old id of the order's customer. */
    oldUserId: text("old_user_id"),
    /** The file name of the order's proof in the old shop. */
    proofFile: text("proof_file"),
    importedAt: at("imported_at").notNull(),
  },
  (table) => [primaryKey({ columns: [table.kind, table.oldId] })],
);

/** Imports and previews. */
export const oldShopImports = pgTable("old_shop_imports", {
  id: text("id").primaryKey(),
  state: text("state", { enum: ["running", "done", "failed"] }).notNull(),
  isPreview: boolean("is_preview").notNull(),
  byName: text("by_name").notNull(),
  files: jsonb("files").$type<string[]>().notNull(),
  /** The completed kinds, each with its time. */
  checkpoints: jsonb("checkpoints").$type<Record<string, string>>().notNull(),
  progress: jsonb("progress").$type<Partial<MigrationProgress>>().notNull(),
  summary: jsonb("summary").$type<MigrationSummary>(),
  problem: text("problem"),
  startedAt: at("started_at").notNull(),
  endedAt: at("ended_at"),
});
