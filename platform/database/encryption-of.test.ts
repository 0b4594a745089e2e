import { expect, test } from "vitest";
import { encryptionOf } from "./encryption-of.ts";

const hosts: Record<string, [string[], string]> = {
  "on this machine": [["localhost", "127.0.0.1", "[::1]", "", "%2Fvar%2Frun%2Fpostgresql"], "local"],
  "in a private network": [["database", "10.0.0.5", "192.168.1.2", "[fd00::1]", "db.internal", "db.local"], "unencrypted private"],
  "across the internet": [["db.example", "8.8.8.8", "[2606:4700::1]", "shop.rds.example.com"], "unencrypted public"],
};

for (const [where, [names, expected]] of Object.entries(hosts)) {
  test(`a database ${where} is recognised by its host`, () => {
    for (const name of names) expect(encryptionOf(`postgres://shop:word@${name}/shop`), name).toBe(expected);
  });
}

test("a socket's folder can be a parameter too", () => {
  expect(encryptionOf("postgres:///shop?host=/var/run/postgresql")).toBe("local");
  expect(encryptionOf("postgres://shop@localhost/shop?host=db.example")).toBe("unencrypted public");
});

test("an address that says sslmode is taken at its word", () => {
  for (const mode of ["verify-full", "require", "disable", "no-verify"])
    expect(encryptionOf(`postgres://shop:word@db.example/shop?sslmode=${mode}`)).toBe("stated");
});
