import { type FileHandle, mkdir, open, opendir, rename, rm, stat, statfs } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import type { Services } from "#platform/provides.ts";
import { sha256 } from "#platform/vault.server.ts";
import type { Visitor } from "#shop/accounts/visitor.ts";
import { MOVING_DISK_MARGIN_BYTES, MOVING_FILE_MAX_BYTES } from "#shop/constants.ts";
import { granted, type Result, refused } from "#shop/refusal.ts";
import type { MovingSources } from "./moving.server.ts";
import { isMovingUnderway } from "./run.server.ts";
import { isFileName, type UploadKind, type Uploads, uploadKinds } from "./uploads.ts";

type Needs = Pick<Services, "uploadsDir">;

/** A piece of a file: whose file, where in it, how many bytes the whole has, and whether it is the last. The name counts for proofs alone. */
export type Piece = { kind: UploadKind; name: string; offset: number; size: number; isLast: boolean; bytes: Uint8Array };

/** How the shop names a file that is not whole, until it is: nobody's picture is called that. */
const UNFINISHED = /^[0-9a-f]{64}\.part$/;

/** Whether a file of that name is one that is not whole. */
export const isUnfinished = (name: string): boolean => UNFINISHED.test(name);

type PieceRefusal =
  | "adminsOnly"
  | "movingFileNameInvalid"
  | "movingPieceMisplaced"
  | "movingFileTooBig"
  | "movingDiskFull"
  | "movingUnderway";

/**
 * Writes a piece of an old shop's file to this machine's disk, for its admin. The file is there once its last piece is; of two admins who send at once the last one
 * counts. Refuses `adminsOnly`, `movingFileNameInvalid`, `movingFileTooBig`, `movingDiskFull` where the rest of the file would leave the database too little room,
 * `movingUnderway` for a file that begins while others are read, and `movingPieceMisplaced` for a piece that does not follow what is there.
 */
export async function keepPiece(
  services: Needs & Pick<Services, "db">,
  visitor: Visitor,
  { kind, name, offset, size, isLast, bytes }: Piece,
): Promise<Result<null, PieceRefusal>> {
  if (visitor.kind !== "admin") return refused("adminsOnly");
  if (!isFileName(name) || isUnfinished(name)) return refused("movingFileNameInvalid");
  const whole = Math.max(size, offset + bytes.length);
  if (whole > MOVING_FILE_MAX_BYTES) return refused("movingFileTooBig");
  if (offset === 0 && (await isMovingUnderway(services))) return refused("movingUnderway");

  const file = kind === "proofs" ? join(folderOf(services), kind, name) : join(folderOf(services), kind);
  const unfinished = join(dirname(file), `${sha256(JSON.stringify([visitor.userId, basename(file)])).toString("hex")}.part`);
  await mkdir(dirname(file), { recursive: true, mode: 0o700 });
  if ((await freeBytes(services)) - (whole - offset) < MOVING_DISK_MARGIN_BYTES) {
    await rm(unfinished, { force: true });
    return refused("movingDiskFull");
  }
  if (offset > 0 && (await sizeOf(unfinished)) !== offset) return refused("movingPieceMisplaced");

  const handle = await open(unfinished, offset === 0 ? "w" : "r+", 0o600);
  try {
    await writeAt(handle, bytes, offset);
  } finally {
    await handle.close();
  }
  if (isLast) await rename(unfinished, file);
  return granted(null);
}

async function freeBytes(services: Needs): Promise<number> {
  const { bavail, bsize } = await statfs(folderOf(services));
  return bavail * bsize;
}

/** A piece that comes twice stands there once. */
async function writeAt(handle: FileHandle, bytes: Uint8Array, offset: number): Promise<void> {
  for (let done = 0; done < bytes.length; ) {
    const { bytesWritten } = await handle.write(bytes, done, bytes.length - done, offset + done);
    done += bytesWritten;
  }
}

/** What lies here, whole. For admins. */
export async function readUploads(services: Needs, visitor: Visitor): Promise<Result<Uploads, "adminsOnly">> {
  if (visitor.kind !== "admin") return refused("adminsOnly");
  const found = await Promise.all(uploadKinds.map(async (kind) => [kind, await measured(services, kind)] as const));
  return granted(Object.fromEntries(found) as Uploads);
}

/** Takes away all that was uploaded. For admins. Refuses `movingUnderway` while it is read. */
export async function dropUploads(
  services: Needs & Pick<Services, "db">,
  visitor: Visitor,
): Promise<Result<null, "adminsOnly" | "movingUnderway">> {
  if (visitor.kind !== "admin") return refused("adminsOnly");
  if (await isMovingUnderway(services)) return refused("movingUnderway");
  await removeUploads(services);
  return granted(null);
}

/** Removes the files: what they hold is in the shop, and the key among them is a secret. */
export async function removeUploads(services: Needs): Promise<void> {
  await rm(folderOf(services), { recursive: true, force: true });
}

/** Where the uploaded files lie. Refuses `movingFileMissing` without the database's export, and `movingAccountsInPart`. */
export function sourcesOf(services: Needs, uploads: Uploads): Result<MovingSources, "movingFileMissing" | "movingAccountsInPart"> {
  const has = (kind: UploadKind) => uploads[kind].files > 0;
  if (!has("database")) return refused("movingFileMissing");
  if (has("accounts") !== has("hashConfig")) return refused("movingAccountsInPart");
  const at = (kind: UploadKind) => join(folderOf(services), kind);
  return granted({
    database: at("database"),
    accounts: has("accounts") ? { file: at("accounts"), hashConfig: at("hashConfig") } : null,
    proofs: has("proofs") ? at("proofs") : null,
  });
}

/** The folder that they lie in, on this machine. */
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
