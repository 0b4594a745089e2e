import { type FileHandle, mkdir, open, opendir, rename, rm, stat, statfs } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { sha256 } from "#platform/encryption/vault.server.ts";
import type { Services } from "#platform/provides.ts";
import type { Visitor } from "#shop/accounts/visitor.ts";
import { ok, type Result, refused } from "#shop/refusal.ts";
import type { MigrationSources } from "../migration.server.ts";
import { isMigrationUnderway } from "../runs/migration-run.server.ts";
import { MIGRATION_DISK_MARGIN_BYTES, MIGRATION_FILE_MAX_BYTES } from "./constants.ts";
import { isFileName, type UploadKind, type Uploads, uploadKinds } from "./uploads.ts";

type Needs = Pick<Services, "uploadsDir">;

/**
 * A piece of an uploaded file: its kind, its position, the size of the whole file, and whether it
 * is the last. The name matters only for proofs.
 */
export type Piece = { kind: UploadKind; name: string; offset: number; size: number; isLast: boolean; bytes: Uint8Array };

/** The name of an incomplete file. A picture with such a name is refused. */
const UNFINISHED = /^[0-9a-f]{64}\.part$/;

/** Whether a file with this name is incomplete. */
export const isUnfinished = (name: string): boolean => UNFINISHED.test(name);

type PieceRefusal =
  | "adminsOnly"
  | "migrationFileNameInvalid"
  | "migrationPieceMisplaced"
  | "migrationFileTooBig"
  | "migrationUploadDiskFull"
  | "migrationUnderway";

/**
 * Writes a piece of an old shop's file to disk. For admins. The file is complete after its last
 * piece; if two admins upload at once, the last one wins. Refuses `adminsOnly`,
 * `migrationFileNameInvalid`, `migrationFileTooBig`, `migrationUploadDiskFull` if the rest of the
 * file would leave too little space for the database, `migrationUnderway` for a new file while an
 * import reads the others, and `migrationPieceMisplaced` for a piece that does not follow the last.
 */
export async function storePiece(
  services: Needs & Pick<Services, "db">,
  visitor: Visitor,
  { kind, name, offset, size, isLast, bytes }: Piece,
): Promise<Result<null, PieceRefusal>> {
  if (visitor.kind !== "admin") return refused("adminsOnly");
  if (!isFileName(name) || isUnfinished(name)) return refused("migrationFileNameInvalid");
  const whole = Math.max(size, offset + bytes.length);
  if (whole > MIGRATION_FILE_MAX_BYTES) return refused("migrationFileTooBig");
  if (offset === 0 && (await isMigrationUnderway(services))) return refused("migrationUnderway");

  const file = kind === "proofs" ? join(folderOf(services), kind, name) : join(folderOf(services), kind);
  const unfinished = join(dirname(file), `${sha256(JSON.stringify([visitor.userId, basename(file)])).toString("hex")}.part`);
  await mkdir(dirname(file), { recursive: true, mode: 0o700 });
  if ((await freeBytes(services)) - (whole - offset) < MIGRATION_DISK_MARGIN_BYTES) {
    await rm(unfinished, { force: true });
    return refused("migrationUploadDiskFull");
  }
  if (offset > 0 && (await sizeOf(unfinished)) !== offset) return refused("migrationPieceMisplaced");

  const handle = await open(unfinished, offset === 0 ? "w" : "r+", 0o600);
  try {
    await writeAt(handle, bytes, offset);
  } finally {
    await handle.close();
  }
  if (isLast) await rename(unfinished, file);
  return ok(null);
}

async function freeBytes(services: Needs): Promise<number> {
  const { bavail, bsize } = await statfs(folderOf(services));
  return bavail * bsize;
}

/** Writes at an offset, so that a piece sent twice is stored once. */
async function writeAt(handle: FileHandle, bytes: Uint8Array, offset: number): Promise<void> {
  for (let done = 0; done < bytes.length; ) {
    const { bytesWritten } = await handle.write(bytes, done, bytes.length - done, offset + done);
    done += bytesWritten;
  }
}

/** Lists the complete uploads. For admins. */
export async function readUploads(services: Needs, visitor: Visitor): Promise<Result<Uploads, "adminsOnly">> {
  if (visitor.kind !== "admin") return refused("adminsOnly");
  const found = await Promise.all(uploadKinds.map(async (kind) => [kind, await measured(services, kind)] as const));
  return ok(Object.fromEntries(found) as Uploads);
}

/** Deletes all uploads. For admins. Refuses `migrationUnderway` while an import reads them. */
export async function dropUploads(
  services: Needs & Pick<Services, "db">,
  visitor: Visitor,
): Promise<Result<null, "adminsOnly" | "migrationUnderway">> {
  if (visitor.kind !== "admin") return refused("adminsOnly");
  if (await isMigrationUnderway(services)) return refused("migrationUnderway");
  await removeUploads(services);
  return ok(null);
}

/** Deletes all uploaded files; one of them contains a secret key. */
export async function removeUploads(services: Needs): Promise<void> {
  await rm(folderOf(services), { recursive: true, force: true });
}

/**
 * Returns the paths of the uploaded files. Refuses `migrationFileMissing` without the database
 * export, and `migrationAccountsIncomplete` if only one of the two account files is there.
 */
export function sourcesOf(
  services: Needs,
  uploads: Uploads,
): Result<MigrationSources, "migrationFileMissing" | "migrationAccountsIncomplete"> {
  const has = (kind: UploadKind) => uploads[kind].files > 0;
  if (!has("database")) return refused("migrationFileMissing");
  if (has("accounts") !== has("hashConfig")) return refused("migrationAccountsIncomplete");
  const at = (kind: UploadKind) => join(folderOf(services), kind);
  return ok({
    database: at("database"),
    accounts: has("accounts") ? { file: at("accounts"), hashConfig: at("hashConfig") } : null,
    proofs: has("proofs") ? at("proofs") : null,
  });
}

/** The local folder of the uploads. */
export function folderOf({ uploadsDir }: Needs): string {
  return join(uploadsDir, "moving-in");
}

async function measured(services: Needs, kind: UploadKind): Promise<{ files: number; bytes: number }> {
  const path = join(folderOf(services), kind);
  if (kind !== "proofs") {
    const bytes = await sizeOf(path);
    return bytes === null ? { files: 0, bytes: 0 } : { files: 1, bytes };
  }
  const sum = { files: 0, bytes: 0 };
  const entries = await opendir(path).catch(() => null);
  for await (const { name } of entries ?? []) {
    if (isUnfinished(name)) continue;
    sum.files += 1;
    sum.bytes += (await sizeOf(join(path, name))) ?? 0;
  }
  return sum;
}

function sizeOf(path: string): Promise<number | null> {
  return stat(path).then(
    ({ size }) => size,
    () => null,
  );
}
