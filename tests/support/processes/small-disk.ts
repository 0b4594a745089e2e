import { spawnSync } from "node:child_process";
import { chmod, type FileHandle, mkdtemp, open, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** A small file system of its own. */
export type SmallDisk = {
  folder: string;
  /** Fills it to the last byte. */
  fill(): Promise<void>;
  /** Frees the space again. */
  clear(): Promise<void>;
  close(): Promise<void>;
};

/** Why this machine cannot mount one; empty if it can. */
export const noSmallDisk = whyNot();

/** Mounts a disk of this many MB. */
export async function openSmallDisk(megabytes: number): Promise<SmallDisk> {
  const folder = await mkdtemp(join(tmpdir(), "trackside-disk-"));
  mount(folder, megabytes);
  await chmod(folder, 0o711);
  const ballast = join(folder, "ballast");
  return {
    folder,
    async fill() {
      const file = await open(ballast, "a");
      try {
        while (!(await fillRest(file)));
      } finally {
        await file.close();
      }
    },
    clear: () => rm(ballast, { force: true }),
    async close() {
      spawnSync("umount", ["-l", folder]);
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Each size fills what the one before leaves. */
const SIZES = [1_000_000, 4_096, 1];

/**
 * Appends large pieces, then smaller ones, until the disk is full. Returns false if a database
 * freed more meanwhile than the smaller ones are for: single bytes would take minutes to fill that.
 */
async function fillRest(file: FileHandle): Promise<boolean> {
  for (const [at, size] of SIZES.entries()) {
    const most = (SIZES[at - 1] ?? Number.POSITIVE_INFINITY) / size;
    const piece = Buffer.alloc(size);
    for (let written = 0; await fits(() => file.write(piece)); written += 1) if (written > most) return false;
  }
  return true;
}

async function fits(write: () => Promise<unknown>): Promise<boolean> {
  try {
    await write();
    return true;
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOSPC") return false;
    throw error;
  }
}

function mount(folder: string, megabytes: number): void {
  const { status, stderr } = spawnSync("mount", ["-t", "tmpfs", "-o", `size=${megabytes}m`, "tmpfs", folder], { encoding: "utf8" });
  if (status !== 0) throw new Error(`no small disk: ${stderr}`);
}

function whyNot(): string {
  if (process.platform !== "linux" || process.getuid?.() !== 0) return " (skipped: only root on Linux can mount a small disk)";
  const { status } = spawnSync("unshare", ["--mount", "mount", "-t", "tmpfs", "tmpfs", "/mnt"]);
  return status === 0 ? "" : " (skipped: this machine lets nobody mount a disk)";
}
