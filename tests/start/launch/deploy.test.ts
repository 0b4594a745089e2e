import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { readConfig } from "#platform/config.server.ts";
import { s3Environment } from "#platform/files/s3-config.ts";
import { DECODER_MEMORY_MAX_BYTES } from "#server/processes/constants.ts";
import { OPERATORS } from "#tests/support/processes/operators.mjs";
import { commandOf } from "#tests/support/servers/caddy.ts";

const service = await readFile("deploy/trackside.service", "utf8");
const environment = await readFile("deploy/trackside.env", "utf8");
const caddyfile = await readFile("deploy/Caddyfile", "utf8");
const command = await readFile("deploy/trackside", "utf8");
const guide = await readFile("docs/going-online.md", "utf8");

const systemd = commandOf("systemd-analyze");
const needsSystemd = systemd ? "" : " (skipped: systemd-analyze is not installed, apt-get install systemd brings it)";
const caddy = commandOf("caddy");
const needsCaddy = caddy ? "" : " (skipped: caddy is not installed, apt-get install caddy brings it)";

/** The values of an option in the service file. */
const valuesOf = (name: string) => [...service.matchAll(new RegExp(`^${name}=(.*)$`, "gm"))].map(([, value = ""]) => value);
/** The shipped settings: those that are on, or those that are commented out. */
const settings = (isOn: boolean) =>
  [...environment.matchAll(isOn ? /^([A-Z_0-9]+)=(.*)$/gm : /^#([A-Z_0-9]+)=(.*)$/gm)].map(([, name = "", value = ""]) => [name, value]);

/** The settings that the shop reads from its environment. */
async function knownSettings(): Promise<string[]> {
  const schema = await readFile("platform/config.server.ts", "utf8");
  const own = [...schema.matchAll(/^ +([A-Z][A-Z_0-9]+):/gm)].map(([, name = ""]) => name);
  const known = [...own, ...Object.keys({ ...s3Environment("S3_"), ...s3Environment("BACKUP_S3_") })];
  expect(known).toContain("DATABASE_URL");
  return known;
}

test("every setting in trackside.env is one that the shop knows, and the shop takes them as they are", async () => {
  const names = [...settings(true), ...settings(false)].map(([name = ""]) => name);
  expect(names.length).toBeGreaterThan(6);
  const known = await knownSettings();
  expect(names.filter((name) => !known.includes(name))).toEqual([]);
  const config = readConfig(Object.fromEntries(settings(true)));
  expect(config).toMatchObject({ isPublic: true, trustProxy: 1, hasSampleData: false, host: "127.0.0.1" });
});

test("`npm test` sees no setting of the operator's own shop", async () => {
  expect((await knownSettings()).filter((name) => !OPERATORS.test(name))).toEqual([]);
});

test("compose.yaml passes on every setting, and its data and backups are on volumes that the image's user may write", async () => {
  const compose = await readFile("compose.yaml", "utf8");
  const passed = [...compose.matchAll(/^ {6}([A-Z][A-Z_0-9]+): \$\{/gm)].map(([, name = ""]) => name);
  // The image sets where it listens; the ports of the container say the rest.
  const ofImage = ["PORT", "HOST"];
  expect((await knownSettings()).filter((name) => !passed.includes(name) && !ofImage.includes(name))).toEqual([]);

  const image = await readFile("Dockerfile", "utf8");
  for (const [name, folder] of [
    ["data", "/data"],
    ["backups", "/backups"],
  ]) {
    expect(compose).toContain(`      - ${name}:${folder}\n`);
    expect(compose).toMatch(new RegExp(`^volumes:(\n {2}\\w+:)*\n {2}${name}:`, "m"));
    expect(image).toMatch(new RegExp(`--owner=trackside .*${folder}\\b`));
  }
  expect(compose).toMatch(/BACKUP_DIR: \$\{BACKUP_DIR:-\/backups\}/);
});

test("Caddy passes on to the port and answers for the address that trackside.env names", () => {
  const config = readConfig(Object.fromEntries(settings(true)));
  const [, port] = /reverse_proxy 127\.0\.0\.1:(\d+)/.exec(caddyfile) ?? [];
  expect(Number(port)).toBe(config.port);
  expect(caddyfile).toContain(`\n${new URL(config.appUrl ?? "").host} {\n`);
});

test("the service may write where the data and the backups lie, and starts what is there", () => {
  const { dataDir, backupDir } = readConfig(Object.fromEntries(settings(true)));
  expect(dataDir).toMatch(new RegExp(`^/var/lib/${valuesOf("StateDirectory")[0]}/`));
  expect(valuesOf("ReadWritePaths")).toEqual([`-${backupDir}`]);
  const [start = ""] = valuesOf("ExecStart");
  const [program = ""] = valuesOf("WorkingDirectory");
  expect(start.split(" ").at(-1)).toBe(`${program}/start.mjs`);
  expect(valuesOf("ExecStartPre")[0]).toBe(`+/usr/sbin/runuser -u ${valuesOf("User")[0]} -- ${start} prepare`);
  expect(existsSync("start.mjs")).toBe(true);
  const [file = ""] = valuesOf("EnvironmentFile");
  expect(command).toContain(`--env-file=${file} ${program}/start.mjs shop "$@"`);
  expect(command).toContain(`runuser -u ${valuesOf("User")[0]} `);
});

test("the service can gain no rights, write no program and see no home", () => {
  expect(valuesOf("NoNewPrivileges")).toEqual(["yes"]);
  expect(valuesOf("ProtectSystem")).toEqual(["strict"]);
  expect(valuesOf("ProtectHome")).toEqual(["yes"]);
  expect(valuesOf("CapabilityBoundingSet")).toEqual([""]);
  expect(valuesOf("KillMode")).toEqual(["mixed"]);
});

test("the service is bounded in memory, and outlives a decoder that the kernel ends", () => {
  const [part = ""] = valuesOf("MemoryMax");
  expect(part).toMatch(/^\d\d%$/);
  // A server with 1 GB has memory for shop and database next to a decoder at its limit.
  expect((Number.parseInt(part, 10) / 100) * 1024 ** 3).toBeGreaterThan(DECODER_MEMORY_MAX_BYTES + 300 * 1024 ** 2);
  expect(valuesOf("OOMPolicy")).toEqual(["continue"]);
});

test("the guide names each of these files and no other, and puts it where it belongs", async () => {
  const named = new Set([...guide.matchAll(/deploy\/([\w.]+)/g)].map(([, name = ""]) => name.replace(/\.$/, "")));
  expect([...named].sort()).toEqual(["Caddyfile", "trackside", "trackside.env", "trackside.service"]);
  for (const name of named) {
    const [, place = "nowhere"] = /Goes to (\/[\w./-]*\w)/.exec(await readFile(`deploy/${name}`, "utf8")) ?? [];
    expect(guide).toMatch(new RegExp(`deploy/${name} (> )?${place}\\n`));
  }
});

test.skipIf(!systemd)(`systemd finds no fault in the service${needsSystemd}`, async () => {
  const folder = await mkdtemp(join(tmpdir(), "trackside-deploy-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const file = join(folder, "trackside.service");
  // systemd requires every program to exist, and this machine may have Node elsewhere.
  await writeFile(file, service.replaceAll("/usr/bin/node", process.execPath));
  const { status, stdout, stderr } = spawnSync(systemd ?? "", ["verify", file], { encoding: "utf8" });
  expect({ status, said: `${stdout}${stderr}` }).toEqual({ status: 0, said: "" });
});

test.skipIf(!caddy)(`Caddy takes the Caddyfile${needsCaddy}`, async () => {
  const home = await mkdtemp(join(tmpdir(), "trackside-deploy-"));
  onTestFinished(() => rm(home, { recursive: true, force: true }));
  const words = ["validate", "--adapter", "caddyfile", "--config", "deploy/Caddyfile"];
  const { status, stderr } = spawnSync(caddy ?? "", words, { encoding: "utf8", env: { HOME: home, PATH: process.env.PATH } });
  expect(status, stderr).toBe(0);
  expect(stderr).not.toContain('"level":"warn"');
});
