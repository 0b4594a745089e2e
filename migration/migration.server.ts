import type { PoolClient } from "pg";
import type { Tx } from "#platform/database/open.server.ts";
import type { Services } from "#platform/provides.ts";
import type { ActingAdmin } from "#shop/actor.ts";
import type { MigrationProgress } from "./report/migration-summary.ts";
import type { ReportRow } from "./report/report-row.ts";

/** The services that an import needs. */
export type MigrationNeeds = Pick<Services, "db" | "vault" | "now" | "files" | "pictures" | "log">;

/** The paths of the old shop's files on this machine. */
export type MigrationSources = {
  /** The export of the realtime database. */
  database: string;
  /** The export of the accounts, and the configuration of their password hashing. */
  accounts: { file: string; hashConfig: string } | null;
  /** The folder with the proof pictures. */
  proofs: string | null;
};

/**
 * The import of one kind, within its transaction. A preview rolls that back, so it must not store
 * files either; the reported rows survive.
 */
export type Migration = {
  services: MigrationNeeds;
  /** The kind's transaction. */
  tx: Tx;
  /** The same connection, for plain SQL. The rows of the file are in its temporary tables. */
  client: PoolClient;
  by: ActingAdmin;
  at: Date;
  isPreview: boolean;
  /** Reports what happened to rows; each row of the files is reported once. */
  report(rows: readonly ReportRow[]): Promise<void>;
  /** Reports progress. */
  seen(progress: MigrationProgress): void;
};
