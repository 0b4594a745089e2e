import type { Aside } from "./aside/aside.ts";
import type { Database } from "./database/open.server.ts";
import type { Files } from "./files/files.ts";
import type { Jobs } from "./jobs/jobs.server.ts";
import type { Live } from "./live/live.ts";
import type { Log } from "./log.server.ts";
import type { Mail } from "./mail/mail.ts";
import type { Opening } from "./opening/opening-thread.server.ts";
import type { Outside } from "./outside/outside.ts";
import type { Vault } from "./vault.server.ts";

/** The one thing that both doors ask about a failure. */
export { isUnreachable } from "./database/is-unreachable.ts";

/** Everything a deed may need of the world. A deed asks for its part: `Pick<Services, "db" | "now">`. */
export type Services = {
  db: Database;
  files: Files;
  live: Live;
  mail: Mail;
  outside: Outside;
  jobs: Jobs;
  vault: Vault;
  log: Log;
  now: () => Date;
  /** Whether strangers can reach the shop: `APP_URL` is set and not loopback. Samples are not sold then. */
  isPublic: boolean;
  /** A folder of this machine for what comes in pieces; its processes share it. It may be missing. */
  uploadsDir: string;
  /** The folder that the built-in database lies in; null where the operator's database is elsewhere. */
  databaseDir: string | null;
  aside: Aside;
  /** Begins threads that open what the vault sealed. */
  beginOpening(): Opening;
};
