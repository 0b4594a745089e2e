import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeEach, expect, test } from "vitest";
import { readLastVersion, recordVersion, thisVersion } from "./version.ts";

const COMMIT = "0123456789abcdef0123456789abcdef01234567";
let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "trackside-version-"));
  await writeFile(join(folder, "package.json"), '{"version": "1.2.3"}');
  return () => rm(folder, { recursive: true, force: true });
});

async function withGit(files: Record<string, string>): Promise<string> {
  for (const [name, text] of Object.entries(files)) {
    await mkdir(join(folder, ".git", name, ".."), { recursive: true });
    await writeFile(join(folder, ".git", name), text);
  }
  return thisVersion(folder);
}

test("a version is its number, and the commit where it came by git", async () => {
  expect(await thisVersion(folder)).toBe("1.2.3");
  expect(await withGit({ HEAD: `${COMMIT}\n` })).toBe("1.2.3, commit 0123456789ab");
  expect(await withGit({ HEAD: "ref: refs/heads/main\n" })).toBe("1.2.3");
  expect(await withGit({ "packed-refs": `# pack-refs\n${COMMIT} refs/heads/main\n` })).toBe("1.2.3, commit 0123456789ab");
  expect(await withGit({ "refs/heads/main": `f${COMMIT.slice(1)}\n` })).toBe("1.2.3, commit f123456789ab");
});

test("the version that last opened a shop is recorded in its data folder; a failure to write it stops nothing", async () => {
  const dataDir = join(folder, "data");
  expect(await readLastVersion(dataDir)).toBeNull();
  await recordVersion(dataDir);
  expect(await readLastVersion(dataDir)).toBe(await thisVersion());
  await expect(recordVersion(join(folder, "package.json"))).resolves.toBeUndefined();
});
