// `npm run release`: writes the built shop with its packages into one archive for machines of this
// kind, which then need neither npm nor the memory to install and build. Runs on the machine's Node
// without any package. `-- <folder>` writes it elsewhere than here.
import { spawnSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join, relative, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { build, install } from "./prepare.mjs";

/** The program: the build, and the sources that commands run from. */
const PROGRAM = ["build", "messages", "migration", "platform", "server", "shop", "start.mjs", "prepare.mjs"];
const BESIDE = ["deploy", "docs", "CHANGELOG.md", "LICENSE", "README.md", "package-lock.json"];
/** What only building, developing and testing need; hidden files may hold settings. */
const LEFT_OUT = /(^|\/)\.|\.test\.tsx?$|^server\/(build|dev\.ts)(\/|$)|^build\/(built-from|browser-modules\.json)$/;
/** The scripts that a release has. */
const SCRIPTS = ["start", "shop", "audit"];

/** Whether a path is that of a package; those inside another one are copied by themselves. */
const isPackage = (path) => path.split("/").includes("node_modules");
const project = fileURLToPath(new URL(".", import.meta.url));
const { devDependencies: _, ...shop } = JSON.parse(readFileSync(join(project, "package.json"), "utf8"));
const name = `${shop.name}-${shop.version}`;
const archive = `${name}-${process.platform}-${process.arch}.tar.gz`;
const around = mkdtempSync(join(tmpdir(), "trackside-release-"));
try {
  await install();
  await build();
  const folder = join(around, name);
  mkdirSync(folder);
  for (const part of [...PROGRAM, ...BESIDE]) copy(part, folder, (path) => !LEFT_OUT.test(path));
  const scripts = Object.fromEntries(SCRIPTS.map((script) => [script, shop.scripts[script]]));
  writeFileSync(join(folder, "package.json"), `${JSON.stringify({ ...shop, scripts }, null, 2)}\n`);
  // npm takes out of the lock what only the development packages need.
  const quiet = ["--ignore-scripts", "--offline", "--no-audit", "--no-fund", "--loglevel=error"];
  run("npm", ["install", "--package-lock-only", ...quiet], folder);
  const { packages } = JSON.parse(readFileSync(join(folder, "package-lock.json"), "utf8"));
  for (const path of Object.keys(packages).filter((wanted) => isPackage(wanted) && existsSync(join(project, wanted))))
    copy(path, folder, (inside) => !isPackage(inside.slice(path.length + 1)));
  run("tar", ["-czf", resolve(process.argv[2] ?? project, archive), name], around);
  console.log(`${archive} is written. docs/going-online.md says how it is installed.`);
} catch (error) {
  console.error(error.message);
  process.exitCode = 1;
} finally {
  rmSync(around, { recursive: true, force: true });
}

/** Copies a part of the project, without what `isWanted` leaves out. Links stay as they are. */
function copy(part, folder, isWanted) {
  const filter = (path) => isWanted(relative(project, path));
  cpSync(join(project, part), join(folder, part), { recursive: true, verbatimSymlinks: true, filter });
}

function run(command, words, cwd) {
  const { status, error } = spawnSync(command, words, { cwd, stdio: ["ignore", "ignore", "inherit"] });
  if (error || status !== 0) throw new Error(`${basename(command)} failed: ${error?.message ?? `it ended with ${status}`}`);
}
