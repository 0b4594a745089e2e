import { z } from "zod";

/** The first part of a backup: the shop it was made of. */
export const BackupAbout = z.object({
  madeAt: z.iso.datetime(),
  /** The applied migrations, with the checksums of their files. */
  migrations: z.array(z.object({ name: z.string(), checksum: z.string() })),
  /**
   * The shop's secret if it generated its own; for an operator's secret only a value to check it
   * by.
   */
  secret: z.union([z.object({ kept: z.string() }), z.object({ check: z.hex() })]),
});
export type BackupAbout = z.infer<typeof BackupAbout>;

/** The last part of a backup: what it contains. */
export const BackupSummary = z.object({
  /** Rows per table. */
  rows: z.record(z.string(), z.number().int()),
  /** The state of each sequence: its last number, and whether that was used. */
  numbers: z.array(z.object({ table: z.string(), column: z.string(), last: z.string(), isGiven: z.boolean() })),
  files: z.number().int(),
  /** Files that rows refer to but that were replaced or deleted before they could be read. */
  missingFiles: z.array(z.string()),
  /**
   * The end of each product's ledger, to notice later truncation; empty if the database has no
   * ledger yet.
   */
  ledgerHeads: z.array(z.object({ productId: z.string(), seq: z.number().int(), head: z.string() })),
});
export type BackupSummary = z.infer<typeof BackupSummary>;

/**
 * The kinds of parts of a backup, in order. One whose pictures are copied beside it has no files but
 * `copies`: the names of its pictures, one a line; the part has the name of their set.
 */
export const backupParts = { about: "about", table: "table", file: "file", copies: "copies", summary: "summary" } as const;

/** The progress of a backup or restore: the current step and the bytes done. */
export type BackupProgress = { doing: string; bytes: number };
