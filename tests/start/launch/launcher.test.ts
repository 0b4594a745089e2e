import { spawnSync } from "node:child_process";
import { once } from "node:events";
import { appendFileSync } from "node:fs";
import { cp, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { expect, onTestFinished, test } from "vitest";
import { recordRunning } from "#server/start/record-running.ts";
import { isAlive } from "#tests/support/processes/processes.ts";
import { run } from "../shop-process.ts";

/** Stands in for the built shop: exits shortly after the first signal, and ignores any others. */
const SHOP = `
  let heard = 0;
  for (const signal of ["SIGINT", "SIGTERM"]) process.on(signal, () => {
    heard += 1;
    if (heard === 1) setTimeout(() => { console.log("finished"); process.exit(Number(process.env.SHOP_ENDS_WITH ?? 0)); }, 300);
  });
  process.on("disconnect", () => process.exit(0));
  console.log("shop " + process.pid + " " + process.env.NODE_ENV);
  if (process.env.SHOP_FAILS) process.exit(7);
  setInterval(() => {}, 1000);
`;

/** A project with the real launcher around a shop that only counts its builds. */
async function aProject(): Promise<string> {
  const project = await mkdtemp(join(tmpdir(), "trackside-launcher-"));
  onTestFinished(() => rm(project, { recursive: true, force: true }));
  for (const file of ["start.mjs", "prepare.mjs"]) await cp(file, join(project, file));
  await mkdir(join(project, "node_modules/node/bin"), { recursive: true });
  await symlink(process.execPath, join(project, "node_modules/node/bin/node"));
  await mkdir(join(project, "shop"));
  await writeFile(join(project, "shop/order.ts"), "");
  await writeFile(join(project, "main.js"), SHOP);
  const build = "mkdir -p build/server && cp main.js build/server/main.js && echo built >> builds";
  await writeFile(join(project, "package.json"), JSON.stringify({ type: "module", scripts: { build, start: "node start.mjs" } }));
  await writeFile(
    join(project, "package-lock.json"),
    JSON.stringify({ lockfileVersion: 3, packages: { "": {}, "node_modules/a": { version: "1.0.0" } } }),
  );
  await recordInstalled(project, "1.0.0");
  return project;
}

async function recordInstalled(project: string, version: string): Promise<void> {
  await writeFile(join(project, "node_modules/.package-lock.json"), JSON.stringify({ packages: { "node_modules/a": { version } } }));
}

const builds = async (project: string) => (await readFile(join(project, "builds"), "utf8")).trim().split("\n").length;
const start = (project: string, env: Record<string, string> = {}, detached = false) =>
  run([join(project, "start.mjs")], { cwd: project, env, detached });

async function startAndStop(project: string): Promise<string> {
  const launcher = start(project);
  await launcher.says(/shop \d+ production/);
  launcher.child.kill("SIGTERM");
  expect(await launcher.ended).toBe(0);
  return launcher.output();
}

test("the first start builds, the second does not, and a changed source is built again", async () => {
  const project = await aProject();
  expect(await startAndStop(project)).toContain("Building");
  expect(await startAndStop(project)).not.toContain("Building");
  appendFileSync(join(project, "shop/order.ts"), "// changed");
  await startAndStop(project);
  expect(await builds(project)).toBe(2);
  await writeFile(join(project, "shop/order.test.ts"), "");
  await startAndStop(project);
  expect(await builds(project)).toBe(2);
});

test("Ctrl-C reaches launcher and shop together, and the shop still finishes what it does", async () => {
  const launcher = start(await aProject(), {}, true);
  const [, pid] = await launcher.says(/shop (\d+)/);
  process.kill(-Number(launcher.child.pid), "SIGINT");
  expect(await launcher.ended).toBe(0);
  expect(launcher.output()).toContain("finished");
  expect(isAlive(Number(pid))).toBe(false);
});

test("the launcher ends as the shop ends", async () => {
  const project = await aProject();
  expect(await start(project, { SHOP_FAILS: "yes" }).ended).toBe(7);
});

test("the shop ends when its launcher is killed", async () => {
  const launcher = start(await aProject());
  const [, pid] = await launcher.says(/shop (\d+)/);
  launcher.child.kill("SIGKILL");
  for (let waited = 0; waited < 5_000 && isAlive(Number(pid)); waited += 50) await wait(50);
  expect(isAlive(Number(pid))).toBe(false);
});

test("packages that differ from the lock file are installed; when that fails, it says so and stops", async () => {
  const project = await aProject();
  await recordInstalled(project, "0.9.0");
  await writeFile(join(project, "package-lock.json"), "no lock file");
  await rm(join(project, "node_modules/.package-lock.json"));
  const launcher = start(project);
  expect(await launcher.ended).toBe(1);
  expect(launcher.output()).toContain("The installation failed");
});

test("without the shop's own Node it says what to do", async () => {
  const project = await aProject();
  await rm(join(project, "node_modules/node"), { recursive: true });
  const launcher = start(project);
  expect(await launcher.ended).toBe(1);
  expect(launcher.output()).toContain("npm rebuild --ignore-scripts=false");
});

test("an old Node prints which one is needed", async () => {
  const project = await aProject();
  const asOld = "Object.defineProperty(process.versions, 'node', { value: '18.20.0' })";
  const result = spawnSync(
    process.execPath,
    ["--import", `data:text/javascript,${encodeURIComponent(asOld)}`, join(project, "start.mjs")],
    { encoding: "utf8" },
  );
  expect(result.status).toBe(1);
  expect(result.stderr).toContain("This is Node 18.20.0; the shop needs Node 20 or newer");
});

/** A command named `npm`, first in the PATH, that ends like this. */
async function anNpm(project: string, script: string): Promise<Record<string, string>> {
  const folder = join(project, "bin");
  await mkdir(folder);
  await writeFile(join(folder, "npm"), `#!/bin/sh\n${script}\n`, { mode: 0o755 });
  return { PATH: `${folder}:${process.env.PATH}` };
}

for (const [how, script] of [
  ["npm itself", "kill -9 $$"],
  ["a part of it", "sh -c 'kill -9 $$'"],
] as const) {
  test(`an installation of which the system killed ${how} says that memory ran out, not the network`, async () => {
    const project = await aProject();
    await recordInstalled(project, "0.9.0");
    const launcher = start(project, await anNpm(project, script));
    expect(await launcher.ended).toBe(1);
    expect(launcher.output()).toMatch(/The installation failed: .*memory/);
    expect(launcher.output()).not.toContain("network");
  });
}

test("a killed build says that memory ran out", async () => {
  const project = await aProject();
  const launcher = start(project, await anNpm(project, "kill -9 $$"));
  expect(await launcher.ended).toBe(1);
  expect(launcher.output()).toMatch(/The build failed: .*memory/);
});

test("with too little memory it says so before it builds, and tries", async () => {
  const project = await aProject();
  const asSmall = "process.constrainedMemory = () => -(2 ** 50)";
  const launcher = run(["--import", `data:text/javascript,${encodeURIComponent(asSmall)}`, join(project, "start.mjs")], { cwd: project });
  await launcher.says(/shop \d+ production/);
  expect(launcher.output()).toMatch(/Building takes \d+ MB of memory, and .* install a release.*\n.*Building …/);
});

test("nothing is installed or built under a shop that runs on a database elsewhere", async () => {
  const project = await aProject();
  const server = createServer((_, answer) => answer.end()).listen(0, "127.0.0.1");
  onTestFinished(() => void server.close());
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  const running = recordRunning(join(project, "data"));
  await running.write(`http://127.0.0.1:${port}`);

  const refused = start(project);
  expect(await refused.ended).toBe(1);
  expect(refused.output()).toContain(`The shop is running at http://127.0.0.1:${port}`);
  await expect(builds(project)).rejects.toThrow("ENOENT");

  await running.remove();
  expect(await startAndStop(project)).toContain("Building");
});
