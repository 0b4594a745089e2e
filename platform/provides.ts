import type { SessionLoader } from "#shop/accounts/sessions/who-is.server.ts";
import type { BackupsCache } from "#shop/backups/backup-state.server.ts";
import type { PaceCache } from "#shop/orders/pace/read-pace.server.ts";
import type { OrderQueue } from "#shop/orders/placing/order-queue.server.ts";
import type { ReviewWaitCache } from "#shop/orders/waits/read-review-wait.server.ts";
import type { PagesCache } from "#shop/pages/published-pages.server.ts";
import type { SettingsCache } from "#shop/settings/settings.server.ts";
import type { ChildRunner } from "./child-process/child-process.ts";
import type { Database } from "./database/open.server.ts";
import type { Vault } from "./encryption/vault.server.ts";
import type { Files } from "./files/files.ts";
import type { HttpClient } from "./http-client/http-client.ts";
import type { Jobs } from "./jobs/jobs.server.ts";
import type { Live } from "./live/live.ts";
import type { OpenStreams } from "./live/open-streams.ts";
import type { Log } from "./log.server.ts";
import type { Mail } from "./mail/mail.ts";
import type { Pictures } from "./pictures/pictures.ts";
import type { KnownWaits, RateLimits } from "./rate-limit/rate-limit.ts";

/** The one question that both the pages and the API ask about a failure. */
export { isUnreachable } from "./database/is-unreachable.ts";

/**
 * What one process keeps in memory for the database it is open on, created once when the shop is
 * opened (`server/start/process-state.ts`).
 */
export type ProcessState = {
  settings: SettingsCache;
  pages: PagesCache;
  backups: BackupsCache;
  reviewWait: ReviewWaitCache;
  pace: PaceCache;
  sessionsByHash: SessionLoader;
  waits: KnownWaits;
  orderQueue: OrderQueue;
  /** The recent number of emails about new orders to each address. */
  emailsOfOrders: RateLimits;
  streams: OpenStreams;
};

/** Everything a command may depend on. It asks for its part: `Pick<Services, "db" | "now">`. */
export type Services = ProcessState & {
  db: Database;
  files: Files;
  live: Live;
  mail: Mail;
  httpClient: HttpClient;
  jobs: Jobs;
  vault: Vault;
  log: Log;
  now: () => Date;
  /**
   * Whether strangers can reach the shop: `APP_URL` is set and not loopback. Samples are not sold
   * then.
   */
  isPublic: boolean;
  /** A local folder for uploads that come in pieces, shared by the processes. It may be missing. */
  uploadsDir: string;
  /** The folder of the built-in database; null if the operator's database is elsewhere. */
  databaseDir: string | null;
  childRunner: ChildRunner;
  /** The whole shop as the bytes of one encrypted file, made while they are read. */
  streamBackup(passphrase: string): AsyncGenerator<Buffer>;
  /** Decodes pictures in a process of its own. */
  pictures: Pictures;
};
