import type { PoolClient } from "pg";
import type { Tx } from "#platform/database/open.server.ts";
import type { Services } from "#platform/provides.ts";
import type { AskingAdmin } from "#shop/asker.ts";
import type { MovingProgress } from "./moving-summary.ts";
import type { ReportRow } from "./report-row.ts";

/** What moving in needs of the world. */
export type MovingNeeds = Pick<Services, "db" | "vault" | "now" | "files" | "log">;

/** The files of the old shop, by where they lie on this machine. */
export type MovingSources = {
  /** The export of the realtime database. */
  database: string;
  /** The export of its accounts, and how their passwords are hashed. */
  accounts: { file: string; hashConfig: string } | null;
  /** The folder with the pictures of the proofs. */
  proofs: string | null;
};

/**
 * One kind of rows on its way in: its transaction is open, and is undone as a whole in a preview, in which no file may be kept either. The rows that are told
 * outlive that.
 */
export type Moving = {
  services: MovingNeeds;
  /** The kind's transaction. */
  tx: Tx;
  /** The same connection, for statements by hand; what is laid out of the file lies in its temporary tables. */
  client: PoolClient;
  by: AskingAdmin;
  at: Date;
  isPreview: boolean;
  /** Tells what became of rows; each row of the files is told once. */
  tell(rows: readonly ReportRow[]): Promise<void>;
  /** Says how far it is. */
  seen(progress: MovingProgress): void;
};
