// `npm run sbom`: prints the shop's dependencies as a software bill of materials (CycloneDX), from
// the lock file only. npm's own `--omit dev` would also omit packages that are needed for
// development as well as by the shop, such as React, so npm gets a lock file without the
// development packages. Runs on the machine's Node without any package.
import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const { devDependencies: _, ...project } = JSON.parse(readFileSync("package.json", "utf8"));
const lock = JSON.parse(readFileSync("package-lock.json", "utf8"));
const packages = Object.fromEntries(Object.entries(lock.packages).filter(([, { dev, devOptional }]) => !dev && !devOptional));
delete packages[""].devDependencies;

const place = mkdtempSync(join(tmpdir(), "trackside-sbom-"));
try {
  const folder = join(place, "trackside");
  mkdirSync(folder);
  writeFileSync(join(folder, "package.json"), JSON.stringify(project));
  writeFileSync(join(folder, "package-lock.json"), JSON.stringify({ ...lock, packages }));
  const words = ["sbom", "--package-lock-only", "--offline", "--sbom-type", "application", "--sbom-format", "cyclonedx"];
  const { status, error } = spawnSync("npm", words, { cwd: folder, stdio: ["ignore", "inherit", "inherit"] });
  if (error) throw error;
  process.exitCode = status ?? 1;
} finally {
  rmSync(place, { recursive: true, force: true });
}
