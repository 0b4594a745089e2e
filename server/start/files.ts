import { join } from "node:path";
import type { Config } from "#platform/config.server.ts";
import { openDiskFiles } from "#platform/files/disk.server.ts";
import type { Files } from "#platform/files/files.ts";
import { attemptStore, openS3Files, type S3RetryTimes, StoreRefusal } from "#platform/files/s3.server.ts";
import type { S3Config } from "#platform/files/s3-config.ts";
import type { Log } from "#platform/log.server.ts";
import { StartProblem } from "#platform/start-problem.ts";
import { Unreachable } from "#platform/unreachable.ts";
import type { BackupBucket } from "#shop/backups/backup-place.server.ts";
import { MINUTE_MS, STORAGE_RETRY_MS, UPLOAD_RETRY_MS } from "#shop/constants.ts";

/** The timeout of one attempt of a storage call. */
const STORAGE_ATTEMPT_MS = 60_000;
/**
 * The timeouts of one attempt and of all attempts of a call while a visitor waits. A request makes
 * at most two such calls, and the strictest proxies abort a request after 30 s. On failure the
 * visitor gets an error, and a browser sends its picture again by itself. [S9.4]
 */
const STORAGE_ATTEMPT_IN_REQUEST_MS = 8_000;
const STORAGE_IN_REQUEST_MS = 12_000;
/** The timeouts of one attempt and of all attempts to send or fetch the rows of a backup. */
const BACKUP_ATTEMPT_MS = 30 * MINUTE_MS;
const BACKUP_RETRY_MS = 50 * MINUTE_MS;
/** How long the start waits to learn whether the storage accepts the shop's credentials. */
const STORAGE_AT_START_MS = 5_000;

/** Who waits for the files: a visitor, or nobody (a chore). */
type Waiting = "visitor" | "nobody";

const inRequest = { attemptMs: STORAGE_ATTEMPT_IN_REQUEST_MS, withinMs: STORAGE_IN_REQUEST_MS };

const timeouts: Record<Waiting, S3RetryTimes> = {
  visitor: { upload: inRequest, other: inRequest },
  nobody: {
    upload: { attemptMs: STORAGE_ATTEMPT_MS, withinMs: UPLOAD_RETRY_MS },
    other: { attemptMs: STORAGE_ATTEMPT_MS, withinMs: STORAGE_RETRY_MS },
  },
};

/**
 * Opens the shop's files: on S3-compatible storage if the operator configured one, else in the data
 * folder. [S7.3] [S9.4]
 */
export function openFiles({ storage, dataDir }: Pick<Config, "storage" | "dataDir">, waiting: Waiting, within = timeouts[waiting]): Files {
  return storage ? openS3Files(storage, within) : openDiskFiles(join(dataDir, "files"));
}

/** Opens a bucket of backups, under a name of their own in it. Their rows may take long to send. */
export function openBackupBucket(storage: S3Config): BackupBucket {
  const long = { attemptMs: BACKUP_ATTEMPT_MS, withinMs: BACKUP_RETRY_MS };
  return {
    rows: openS3Files(storage, { upload: long, other: timeouts.nobody.other }, { prefix: "trackside-backups/rows/" }),
    copies: openS3Files(storage, timeouts.nobody, { prefix: "trackside-backups/pictures/" }),
    wal: openS3Files(storage, timeouts.nobody, { prefix: "trackside-backups/wal/" }),
  };
}

/**
 * Throws a `StartProblem` if the storage refuses the shop. Storage that is only unreachable is
 * logged as a warning: the shop sells without it until it is back.
 */
export async function checkFiles({ storage }: Pick<Config, "storage">, log: Pick<Log, "warn">): Promise<void> {
  if (storage === null) return;
  try {
    await attemptStore(storage, STORAGE_AT_START_MS);
  } catch (error) {
    if (error instanceof Unreachable)
      return log.warn("the file storage of S3_ENDPOINT is away: pictures cannot be stored or shown", { reason: error.message });
    const fault = storageFault(error, "S3_");
    if (fault === null) throw error;
    throw new StartProblem(`The file storage can't be used: ${fault}. Correct it, or leave out all of S3_… to keep files in DATA_DIR.`);
  }
}

/** The beginning of the names of a storage's settings. */
type StorageSettings = "S3_" | "BACKUP_S3_";

/**
 * Says why a storage cannot be used, as the end of a sentence that names its settings. Null if the
 * error is not about that.
 */
export function storageFault(error: unknown, settings: StorageSettings): string | null {
  if (error instanceof Unreachable) return `${error.message}. Look at ${settings}ENDPOINT, or try again later`;
  if (!(error instanceof StoreRefusal)) return null;
  const faults = faultsOf(settings);
  return (Object.hasOwn(faults, error.code) && faults[error.code]) || `${settings}ENDPOINT answers ${error.status}`;
}

const faultsOf = (settings: StorageSettings): Record<string, string> => ({
  InvalidAccessKeyId: `there is no access key with the name in ${settings}ACCESS_KEY_ID`,
  SignatureDoesNotMatch: `${settings}SECRET_ACCESS_KEY is not the secret of ${settings}ACCESS_KEY_ID`,
  AccessDenied: `the access key must be allowed to list, get, put and delete in ${settings}BUCKET`,
  NoSuchBucket: `there is no bucket with the name in ${settings}BUCKET`,
  PermanentRedirect: `the bucket is in another region than ${settings}REGION says`,
  AuthorizationHeaderMalformed: `the bucket is in another region than ${settings}REGION says`,
  RequestTimeTooSkewed: "this machine's clock is wrong",
  NoListing: `${settings}ENDPOINT isn't S3-compatible storage`,
});
