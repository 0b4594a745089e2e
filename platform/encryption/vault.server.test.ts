import { expect, test } from "vitest";
import { openVault, sha256 } from "./vault.server.ts";

const vault = openVault("a fixed secret for tests, 32 bytes or more");
const place = { column: "units.value", row: "1" };

test("what an earlier version stored is found and opened again: keys and formats never change", () => {
  expect(vault.fingerprint("ID-1").toString("hex")).toBe("79813a4c4bb58915f508662a22ae5def7d1e31e30bfb7024b4c36681ff1421e7");
  expect(vault.derive("access-key", "order").toString("hex")).toBe("eeec89f1b0e030d6299a4ef1f9d36b4aa91c785dcdf0360fc70c675772ed9272");
  expect(vault.decrypt(place, Buffer.from("Akp3Cb5N7YYFG6T6RmP0MVn7DdItX0W243bMclDrlRRt", "base64"))).toBe("ID-1");
  expect(sha256("é").toString("hex")).toBe("4a99557e4033c3539de2eb65472017cad5f9557f7a0625a09f1c3f6e2ba69c4c");
});

test("a value that versions before 1.0.0 encrypted for no place is not read", () => {
  const unbound = Buffer.from("AbrZU3hmJJv7wgej5uTN+4Mcj0kAjNqcJvAbVsYk2xZb", "base64");
  expect(() => vault.decrypt(place, unbound)).toThrow("units.value: encrypted by an unknown version");
});

test("the same text is encrypted differently each time, and decrypts again", () => {
  const [one, other] = [vault.encrypt(place, "₹ é ID"), vault.encrypt(place, "₹ é ID")];
  expect(one.equals(other)).toBe(false);
  expect([vault.decrypt(place, one), vault.decrypt(place, other)]).toEqual(["₹ é ID", "₹ é ID"]);
});

test("a changed bit, another secret and another version are noticed", () => {
  const encrypted = vault.encrypt(place, "ID-1");
  for (const at of [0, 5, 15, encrypted.length - 1]) {
    const changed = Buffer.from(encrypted);
    changed.writeUInt8(changed.readUInt8(at) ^ 1, at);
    expect(() => vault.decrypt(place, changed)).toThrow();
  }
  expect(() => openVault("another secret of thirty-two bytes and more").decrypt(place, encrypted)).toThrow();
});

test("a value that was cut off anywhere is noticed, and one among others is decrypted where it stands", () => {
  const encrypted = vault.encrypt(place, "ID-1");
  for (let length = 0; length < encrypted.length; length += 1) expect(() => vault.decrypt(place, encrypted.subarray(0, length))).toThrow();
  const among = new Uint8Array(Buffer.concat([vault.encrypt(place, "before"), encrypted, vault.encrypt(place, "behind")]));
  const at = vault.encrypt(place, "before").length;
  expect(vault.decrypt(place, among.subarray(at, at + encrypted.length))).toBe("ID-1");
});

test("a value is decrypted for the column and the row that it was encrypted for, and for no other", () => {
  const encrypted = vault.encrypt(place, "ID-1");
  const others = [
    { column: "orders.email", row: "1" },
    { column: "units.value", row: "2" },
    { column: "units.value\0", row: "" },
  ];
  for (const other of [...others, { column: "", row: "units.value\x001" }])
    expect(() => vault.decrypt(other, encrypted)).toThrow(
      /^(units\.value|orders\.email|)\0?: a value is damaged, belongs to another place/,
    );
  const asUnbound = Buffer.concat([Buffer.of(1), encrypted.subarray(1)]);
  expect(() => vault.decrypt(place, asUnbound), "its place cannot be taken away").toThrow();
});

test("each purpose and each subject has a key of its own", () => {
  const keys = [vault.derive("a", "bc"), vault.derive("ab", "c"), vault.derive("a", "b"), vault.fingerprint("a\0bc")];
  expect(new Set(keys.map((key) => key.toString("hex"))).size).toBe(4);
});
