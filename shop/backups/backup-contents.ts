import { z } from "zod";

/** What a backup tells at its beginning: the shop it was made of. */
export const BackupAbout = z.object({
  madeAt: z.iso.datetime(),
  /** The migrations that its database had, with the checksums of their files. */
  migrations: z.array(z.object({ name: z.string(), checksum: z.string() })),
  /** The shop's own secret where it had made one; of an operator's only what tells whether it is the same. */
  secret: z.union([z.object({ kept: z.string() }), z.object({ check: z.hex() })]),
});
export type BackupAbout = z.infer<typeof BackupAbout>;

/** What a backup tells at its end: what was in it. */
export const BackupSummary = z.object({
  /** How many rows each table had. */
  rows: z.record(z.string(), z.number().int()),
  /** The last number that each numbered column gave, and whether it gave it. */
  numbers: z.array(z.object({ table: z.string(), column: z.string(), last: z.string(), isGiven: z.boolean() })),
  files: z.number().int(),
  /** Files that rows name and that were replaced or removed before they could be read. */
  missingFiles: z.array(z.string()),
  /** Where the ledger of each product ends, so that a chain which is shorter later is noticed; none where the database keeps no ledger. */
  ledgerHeads: z.array(z.object({ productId: z.string(), seq: z.number().int(), head: z.string() })),
});
export type BackupSummary = z.infer<typeof BackupSummary>;

/** The kinds of parts that a backup is made of, in this order. */
export const backupParts = { about: "about", table: "table", file: "file", summary: "summary" } as const;

/** How far a backup or a restoration is: what it is busy with, and how much it has done. */
export type BackupProgress = { doing: string; bytes: number };
