import { z } from "zod";
import { BackupAbout } from "../backup-contents.ts";

/** The mark of a copy of the database: the shop that it is of, and the major version of its PostgreSQL. */
export const WalAbout = BackupAbout.extend({ postgres: z.string() });
export type WalAbout = z.infer<typeof WalAbout>;

/** The kinds of parts in the archive of the database's log. */
export const walParts = { about: "about", file: "file", folder: "folder", segment: "segment" } as const;
