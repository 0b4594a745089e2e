import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { chmod, chown, mkdtemp, readFile, rm, stat, writeFile } from "node:fs/promises";
import { type AddressInfo, createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { openEmbedded } from "#platform/database/embedded/embedded.server.ts";
import { chooseLocation } from "#platform/database/embedded/embedded-location.server.ts";
import { identity } from "#platform/database/embedded/system-user.server.ts";
import { withClient } from "#platform/database/with-client.server.ts";
import { freePort } from "#tests/support/processes/running-shop.ts";
import { commandOf } from "#tests/support/servers/caddy.ts";
import { unusableDatabase } from "./unusable-database.ts";

const hasOpenssl = commandOf("openssl") !== null;
const needsOpenssl = hasOpenssl ? "" : " (skipped: openssl is not installed, apt-get install openssl brings it)";

/** A PostgreSQL on a port, with TLS by a certificate of an authority that nobody knows. */
async function aDatabase({ tls, only = false }: { tls: boolean; only?: boolean }): Promise<{ url: string; authority: string }> {
  const folder = await mkdtemp(join(tmpdir(), "trackside-tls-"));
  await chmod(folder, 0o711);
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  await (await openEmbedded(folder)).close();
  const [key, certificate] = [join(folder, "key.pem"), join(folder, "certificate.pem")];
  const names = ["-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost"];
  const made = ["req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-keyout", key, "-out", certificate, ...names];
  execFileSync("openssl", made, { stdio: "ignore" });
  const { uid, gid } = await stat(join(folder, "database"));
  await chmod(key, 0o600);
  for (const file of [key, certificate]) await chown(file, uid, gid);
  if (only) {
    const access = join(folder, "database/pg_hba.conf");
    await writeFile(access, (await readFile(access, "utf8")).replaceAll(/^host /gm, "hostssl "));
  }
  const port = await freePort();
  const settings = { listen_addresses: "127.0.0.1", port: String(port), unix_socket_directories: "" };
  const withTls = { ssl: "on", ssl_cert_file: certificate, ssl_key_file: key };
  const options = Object.entries({ ...settings, ...(tls && withTls) }).flatMap(([name, value]) => ["-c", `${name}=${value}`]);
  const { binaries, database, account } = await chooseLocation(folder, () => {});
  const postgres = spawn(join(binaries, "postgres"), ["-D", database, ...options], { cwd: "/", stdio: "ignore", ...identity(account) });
  const ended = once(postgres, "exit");
  onTestFinished(async () => {
    postgres.kill("SIGINT");
    await ended;
  });
  const password = await readFile(join(folder, "database-password"), "utf8");
  const url = `postgres://trackside:${password}@localhost:${port}/trackside`;
  return { url, authority: certificate };
}

/** The sentence about a database at this address; null if it answers. */
async function sentenceAbout(databaseUrl: string): Promise<string | null> {
  const error = await withClient(databaseUrl, (client) => client.query("select 1")).then(
    () => null,
    (failure) => failure,
  );
  if (error === null) return null;
  return unusableDatabase({ databaseUrl, databaseOwnerUrl: null }, error)?.message ?? `unexplained: ${error.message}`;
}

test.skipIf(!hasOpenssl)(`a database without TLS is named when sslmode asks for it${needsOpenssl}`, async () => {
  const { url } = await aDatabase({ tls: false });
  await expect.poll(() => sentenceAbout(url)).toBeNull();

  expect(await sentenceAbout(`${url}?sslmode=verify-full`)).toMatch(/offers no TLS.*sslmode=disable/);
});

test.skipIf(!hasOpenssl)(`an unknown authority is named, and sslrootcert makes it known${needsOpenssl}`, async () => {
  const { url, authority } = await aDatabase({ tls: true });
  await expect.poll(() => sentenceAbout(url)).toBeNull();

  expect(await sentenceAbout(`${url}?sslmode=verify-full`)).toMatch(/authority that this machine doesn't know.*sslrootcert=/);
  const encrypted = `${url}?sslmode=verify-full&sslrootcert=${encodeURIComponent(authority)}`;
  expect(await sentenceAbout(encrypted)).toBeNull();
  const ofOtherName = encrypted.replace("@localhost", "@127.0.0.1");
  expect(await sentenceAbout(ofOtherName)).toMatch(/certificate isn't valid for this address/);
});

test.skipIf(!hasOpenssl)(`a database that takes only encrypted connections says so${needsOpenssl}`, async () => {
  const { url } = await aDatabase({ tls: true, only: true });
  await expect.poll(() => sentenceAbout(url)).toMatch(/only encrypted connections.*sslmode=verify-full/);
});

test("a pooler is named, in its own words", async () => {
  const text = "SFATAL\0VFATAL\0C08P01\0Munsupported startup parameter: options\0\0";
  const length = Buffer.alloc(4);
  length.writeInt32BE(4 + text.length);
  const pooler = createServer((socket) =>
    socket.once("data", () => socket.end(Buffer.concat([Buffer.from("E"), length, Buffer.from(text)]))),
  );
  pooler.listen(0, "127.0.0.1");
  onTestFinished(() => void pooler.close());
  await once(pooler, "listening");
  const { port } = pooler.address() as AddressInfo;

  expect(await sentenceAbout(`postgres://shop:hidden@127.0.0.1:${port}/shop`)).toMatch(/a pooler .* direct address/);
});

test("no sentence repeats the address or its password", async () => {
  const sentence = await sentenceAbout("postgres://shop:hidden-word@127.0.0.1:9/shop");
  expect(sentence).toContain("nothing answers there");
  expect(sentence).not.toContain("hidden-word");
});

test.each(["constructor", "toString", "__proto__"])("the code %s of an error explains nothing", (code) => {
  const config = { databaseUrl: "postgres://shop@127.0.0.1/shop", databaseOwnerUrl: null };
  expect(unusableDatabase(config, Object.assign(new Error("odd"), { code }))).toBeNull();
});
