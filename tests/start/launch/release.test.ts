import { spawnSync } from "node:child_process";
import { cp, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { expect, onTestFinished, test, vi } from "vitest";
import { close, isBuilt, needsBuild, run } from "../shop-process.ts";

/** The archive of 100 MB is written and unpacked. */
vi.setConfig({ testTimeout: 240_000 });

/** The project as it is, but a build takes no time. Somebody's settings and data are in it. */
async function aProject(): Promise<string> {
  const project = await mkdtemp(join(tmpdir(), "trackside-release-"));
  onTestFinished(() => rm(project, { recursive: true, force: true }));
  const shop = JSON.parse(await readFile("package.json", "utf8"));
  await writeFile(join(project, "package.json"), JSON.stringify({ ...shop, scripts: { ...shop.scripts, build: "true" } }));
  for (const file of ["build", "deploy", "docs", "messages", "migration", "platform", "server", "shop", "tests/start"])
    await cp(file, join(project, file), { recursive: true });
  for (const file of ["CHANGELOG.md", "LICENSE", "README.md", "package-lock.json", "start.mjs", "prepare.mjs", "release.mjs"])
    await cp(file, join(project, file));
  await symlink(resolve("node_modules"), join(project, "node_modules"));
  await mkdir(join(project, "data"));
  for (const secret of [".env", "shop/.env", "data/secret"]) await writeFile(join(project, secret), "a secret");
  return project;
}

test.skipIf(!isBuilt)(
  `a release has what runs and nothing else, and starts in an empty folder without npm and a network${needsBuild}`,
  async () => {
    const project = await aProject();
    const release = run([join(project, "release.mjs"), project], { cwd: project });
    expect(await release.ended, release.output()).toBe(0);
    const [archive = ""] = /trackside-\S+\.tar\.gz/.exec(release.output()) ?? [];
    const { version } = JSON.parse(await readFile("package.json", "utf8"));
    expect(archive).toBe(`trackside-${version}-${process.platform}-${process.arch}.tar.gz`);

    const place = await mkdtemp(join(tmpdir(), "trackside-place-"));
    onTestFinished(() => rm(place, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 }));
    const { stdout } = spawnSync("tar", ["-xvzf", join(project, archive), "-C", place], { encoding: "utf8", maxBuffer: 2 ** 26 });
    const program = join(place, `trackside-${version}`);
    const names = stdout.trim().split("\n");
    const ours = names.filter((name) => !name.includes("/node_modules/"));
    expect(names.filter((name) => !name.startsWith(`trackside-${version}/`))).toEqual([]);
    expect(ours.filter((name) => /\.test\.|\/tests\/|\/data\/|\.env$(?<!deploy\/trackside\.env)/.test(name))).toEqual([]);
    for (const needless of ["typescript", "vite", "vitest", "@react-router/dev", "playwright"])
      expect(names).not.toContain(`trackside-${version}/node_modules/${needless}/package.json`);
    const installed = JSON.parse(await readFile(join(program, "package.json"), "utf8"));
    expect([installed.devDependencies, Object.keys(installed.scripts)]).toEqual([undefined, ["start", "shop", "audit"]]);

    const commands = join(place, "commands");
    await mkdir(commands);
    await writeFile(join(commands, "npm"), `#!/bin/sh\ntouch '${place}/npm-ran'\nexit 1\n`, { mode: 0o755 });
    const env = { PATH: `${commands}:${process.env.PATH}`, DATA_DIR: join(place, "data"), PORT: "0", npm_config_offline: "true" };
    const shop = run([join(program, "start.mjs")], { cwd: program, env });
    const [, address] = await shop.says(/open: (http:\S+)/);
    expect((await fetch(`${address}/products`)).status).toBe(200);
    const verify = run([join(program, "start.mjs"), "shop", "verify"], { cwd: program, env });
    expect(await verify.ended, verify.output()).toBe(0);
    await close(shop);
    expect(shop.output()).not.toMatch(/Installing|Building/);
    await expect(readFile(join(place, "npm-ran"))).rejects.toThrow("ENOENT");
  },
);
