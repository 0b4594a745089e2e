import { randomUUID } from "node:crypto";
import { mkdir, open, opendir, rename, rm, stat, statfs } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { Services } from "#platform/provides.ts";
import type { Visitor } from "#shop/accounts/visitor.ts";
import { ok, type Result, refused } from "#shop/refusal.ts";
import { may, rightMissing } from "#shop/rights.ts";
import type { MigrationSources } from "../migration.server.ts";
import { isMigrationUnderway } from "../runs/migration-run.server.ts";
import { MIGRATION_DISK_MARGIN_BYTES, MIGRATION_FILE_MAX_BYTES } from "./constants.ts";
import { isFileName, type UploadKind, type Uploads, uploadKinds } from "./uploads.ts";

type Needs = Pick<Services, "uploadsDir">;

/**
 * An uploaded file: its kind, and its size as it was announced. The name matters only for proofs.
 */
export type UploadedFile = { kind: UploadKind; name: string; size: number; bytes: AsyncIterable<Uint8Array> };

/** The name of an incomplete file. A picture with such a name is refused. */
const UNFINISHED = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}\.part$/;

/** Whether a file with this name is incomplete. */
export const isUnfinished = (name: string): boolean => UNFINISHED.test(name);

type FileRefusal =
  | "rightMissing"
  | "migrationFileNameInvalid"
  | "migrationFileTooBig"
  | "migrationFileIncomplete"
  | "migrationUploadDiskFull"
  | "migrationUnderway";

/**
 * Writes an old shop's file to disk as it arrives. For admins. If two admins upload at once, the
 * one that is complete last wins. Refuses `rightMissing`, `migrationFileNameInvalid`,
 * `migrationFileTooBig`, `migrationFileIncomplete` if fewer bytes came than were announced,
 * `migrationUploadDiskFull` if it would leave too little space for the
 * database, and `migrationUnderway` while an import reads the others. Nothing is left of a file
 * that was refused or broke off.
 */
export async function storeFile(
  services: Needs & Pick<Services, "db">,
  visitor: Visitor,
  { kind, name, size, bytes }: UploadedFile,
): Promise<Result<null, FileRefusal>> {
  if (!may(visitor, "own-shop")) return rightMissing("own-shop");
  if (!isFileName(name) || isUnfinished(name)) return refused("migrationFileNameInvalid");
  if (size > MIGRATION_FILE_MAX_BYTES) return refused("migrationFileTooBig");
  if (await isMigrationUnderway(services)) return refused("migrationUnderway");

  const file = kind === "proofs" ? join(folderOf(services), kind, name) : join(folderOf(services), kind);
  const unfinished = join(dirname(file), `${randomUUID()}.part`);
  await mkdir(dirname(file), { recursive: true, mode: 0o700 });
  if ((await freeBytes(services)) - size < MIGRATION_DISK_MARGIN_BYTES) return refused("migrationUploadDiskFull");
  try {
    const written = await writeWithin(unfinished, bytes, size);
    if (written > size) return refused("migrationFileTooBig");
    if (written < size) return refused("migrationFileIncomplete");
    // One may have begun while the file arrived.
    if (await isMigrationUnderway(services)) return refused("migrationUnderway");
    await rename(unfinished, file);
    return ok(null);
  } finally {
    await rm(unfinished, { force: true });
  }
}

/** Writes the bytes as they come, and returns how many; it stops after more than were announced. */
async function writeWithin(file: string, bytes: AsyncIterable<Uint8Array>, most: number): Promise<number> {
  const handle = await open(file, "wx", 0o600);
  try {
    let size = 0;
    for await (const chunk of bytes) {
      size += chunk.length;
      if (size > most) break;
      await handle.writeFile(chunk);
    }
    return size;
  } finally {
    await handle.close();
  }
}

async function freeBytes(services: Needs): Promise<number> {
  const { bavail, bsize } = await statfs(folderOf(services));
  return bavail * bsize;
}

/** Lists the complete uploads. For admins. */
export async function readUploads(services: Needs, visitor: Visitor): Promise<Result<Uploads, "rightMissing">> {
  if (!may(visitor, "own-shop")) return rightMissing("own-shop");
  const found = await Promise.all(uploadKinds.map(async (kind) => [kind, await measured(services, kind)] as const));
  return ok(Object.fromEntries(found) as Uploads);
}

/** Deletes all uploads. For admins. Refuses `migrationUnderway` while an import reads them. */
export async function dropUploads(
  services: Needs & Pick<Services, "db">,
  visitor: Visitor,
): Promise<Result<null, "rightMissing" | "migrationUnderway">> {
  if (!may(visitor, "own-shop")) return rightMissing("own-shop");
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
  return join(uploadsDir, "old-shop");
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
