import { execFileSync } from "node:child_process";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { findRunner, wayBack } from "./way-back.ts";

const embedded = { dataDir: "/var/lib/trackside/data", databaseUrl: null, databaseOwnerUrl: null };
const external = { dataDir: "/data", databaseUrl: "postgres://trackside:hidden@database/trackside", databaseOwnerUrl: null };
const BEFORE = "0.1.0, commit 4bee6e7aaaaa";

test("a shop started by npm goes back with npm", () => {
  expect(findRunner({ npm_lifecycle_event: "start", INVOCATION_ID: "1" })).toBe("npm");
  expect(wayBack("/backups/b", embedded, BEFORE, "npm").join("\n")).toContain(
    "DATA_DIR=/var/lib/trackside/data-before-update npm run shop -- restore /backups/b",
  );
});

test("a service goes back with the command that runs as its user, on its settings", () => {
  expect(findRunner({ INVOCATION_ID: "1" })).toBe("systemd");
  const steps = wayBack("/var/backups/trackside/b", embedded, BEFORE, "systemd").join("\n");
  expect(steps).toContain(
    "sudo systemctl stop trackside, and go back to the previous version (0.1.0, commit 4bee6e7aaaaa: git checkout 4bee6e7aaaaa)",
  );
  expect(steps).toContain("sudo DATA_DIR=/var/lib/trackside/data-before-update trackside restore /var/backups/trackside/b");
  expect(steps).toContain("Write into /etc/trackside.env DATA_DIR=/var/lib/trackside/data-before-update");
});

test("a container goes back into a folder that it may write, without npm, which it has not", () => {
  expect(findRunner({}, "/nowhere")).toBe("container");
  const steps = wayBack("/backups/b", external, BEFORE, "container").join("\n");
  expect(steps).toContain(
    'docker compose run --rm -e "DATABASE_URL=<an empty database>" -e DATA_DIR=/data/before-update shop node server/shop.ts restore /backups/b',
  );
  expect(steps).toContain("docker compose build shop");
  expect(steps).toContain("Write into .env DATABASE_URL=<an empty database> and DATA_DIR=/data/before-update");
  expect(steps).not.toContain("hidden");
});

test("a database with an owner of its own is left by both roles, so that the restore does not meet the updated one", () => {
  const owned = { ...external, databaseOwnerUrl: "postgres://owner:hidden@database/trackside" };
  const steps = wayBack("/backups/b", owned, BEFORE, "systemd").join("\n");
  expect(steps).toContain(
    'sudo "DATABASE_URL=<an empty database>" "DATABASE_OWNER_URL=<the same as its owner>" DATA_DIR=/data-before-update trackside restore',
  );
  expect(steps).toContain(
    "DATABASE_URL=<an empty database> and DATABASE_OWNER_URL=<the same as its owner> and DATA_DIR=/data-before-update, and start",
  );
  expect(steps).not.toContain("hidden");
});

test("what the service's command gets from its caller wins over the service's settings", async () => {
  const folder = await mkdtemp(join(tmpdir(), "trackside-way-back-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  await writeFile(join(folder, "env"), "DATA_DIR=/var/lib/trackside/data\n");
  await writeFile(join(folder, "start.mjs"), "console.log(process.env.DATA_DIR, process.argv.slice(2).join(' '));");
  const lines = (await readFile("deploy/trackside", "utf8"))
    .replace(/if \[.*?\nfi\n/s, "")
    .replace("cd /var/lib/trackside", `cd ${folder}`)
    .replace("runuser -u trackside -- /usr/bin/node", process.execPath)
    .replace("/etc/trackside.env", join(folder, "env"))
    .replace("/srv/trackside/start.mjs", join(folder, "start.mjs"));
  await writeFile(join(folder, "trackside"), lines);

  const said = execFileSync("sh", [join(folder, "trackside"), "restore", "/backups/b"], {
    env: { ...process.env, DATA_DIR: "/elsewhere" },
    encoding: "utf8",
  });

  expect(said).toBe("/elsewhere shop restore /backups/b\n");
});
