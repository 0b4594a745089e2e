import { existsSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { aDataFolder, aSettledFolder, command, isBuilt, needsBuild, openShop } from "../shop-process.ts";

const EMAIL = "owner@shop.example";

const createAdmin = (dataDir: string, email: string, input: string) => command(["create-admin", email], dataDir, {}, { input });

async function signIn(address: string, password: string): Promise<number> {
  const response = await fetch(`${address}/api/auth/sign-in/email`, {
    method: "POST",
    headers: { "content-type": "application/json", origin: address },
    body: JSON.stringify({ email: EMAIL, password }),
  });
  return response.status;
}

describe.skipIf(!isBuilt)(`npm run shop -- create-admin${needsBuild}`, () => {
  test("makes an admin while the shop is closed, and gives a new password while it is open", async () => {
    const dataDir = await aSettledFolder();
    const closed = createAdmin(dataDir, EMAIL, "first password\n");
    expect(await closed.ended).toBe(0);
    expect(closed.output()).toContain(`${EMAIL} is an admin`);
    expect(existsSync(join(dataDir, "database/postmaster.pid"))).toBe(false);

    const shop = await openShop(dataDir);
    expect(await signIn(shop.address, "first password")).toBe(200);
    expect(shop.output()).not.toContain("/setup/");

    const open = createAdmin(dataDir, EMAIL, "second password");
    expect(await open.ended).toBe(0);
    expect(await signIn(shop.address, "first password")).toBe(401);
    expect(await signIn(shop.address, "second password")).toBe(200);

    const common = createAdmin(dataDir, EMAIL, "Password1");
    expect(await common.ended).toBe(1);
    expect(common.output()).toContain("too easy to guess. Try a longer one. Nothing was changed.");
    expect(await signIn(shop.address, "second password")).toBe(200);

    const factorOf = (email: string) => command(["reset-second-factor", email], dataDir);
    const [none, unknown] = [factorOf(EMAIL), factorOf("nobody@shop.example")];
    expect(await none.ended).toBe(0);
    expect(none.output()).toContain(`${EMAIL} doesn't use two-step login. Nothing was changed.`);
    expect(await unknown.ended).toBe(1);
    expect(unknown.output()).toContain("This account doesn't exist. Nothing was changed.");
  });
});

test("a password that is too short or an address that is none changes nothing", async () => {
  const dataDir = await aDataFolder();
  const short = createAdmin(dataDir, EMAIL, "short\n");
  expect(await short.ended).toBe(1);
  expect(short.output()).toContain("8 to 128 characters");

  const nobody = createAdmin(dataDir, "nobody", "long enough\n");
  expect(await nobody.ended).toBe(1);
  expect(nobody.output()).toContain("create-admin you@shop.example");
  expect(existsSync(dataDir)).toBe(false);
});

test("a command that does not exist is answered with those that do", async () => {
  const unknown = command(["dance"], await aDataFolder());
  expect(await unknown.ended).toBe(1);
  expect(unknown.output()).toContain('There is no command "dance"');
  expect(unknown.output()).toContain("create-admin <email>");
});
