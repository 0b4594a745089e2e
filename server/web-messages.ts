import type { SetUpLink } from "#shop/accounts/first-admin.server.ts";
import type { BackupState } from "#shop/backups/backup-warning.ts";

/** The word with which this program becomes a process that answers visitors for another. */
export const WEB_PROCESS = "web-process";

/** What the owner of a shop tells a process that answers visitors. */
export type ToWorker =
  /** What it needs to begin. */
  | { say: "begin"; number: number; databaseUrl: string; setUpLink: SetUpLink | null }
  /** How the daily backups stand, for the pages that tell of them. */
  | { say: "backups"; state: BackupState }
  /** Here is a connection; whoever takes it says so before anything is read from it. */
  | { say: "connection"; id: number };

/** What it tells its owner: that it is there, that it takes connections, or in a sentence why it cannot; and of each connection whether it took it. */
export type FromWorker =
  | { say: "ready" }
  | { say: "open" }
  | { say: "problem"; sentence: string }
  | { say: "taken"; id: number }
  | { say: "refused"; id: number };
