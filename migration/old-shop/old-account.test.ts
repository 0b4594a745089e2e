import { expect, test } from "vitest";
import { readOldAccount } from "./old-account.ts";

const row = {
  localId: "uid-1",
  email: " Asha@Example.COM ",
  emailVerified: true,
  displayName: "Asha",
  phoneNumber: "+919800000002",
  passwordHash: "aGFzaA==",
  salt: "c2FsdA==",
  createdAt: "1740983400000",
  lastSignedInAt: "1740987000000",
};
const warnings = (value: object) => readOldAccount({ ...row, ...value })?.warnings;

test("[S3.6] an account is read with all that is stored of it", () => {
  expect(readOldAccount({ ...row, photoUrl: "https://example.com/a.png", disabled: true, providerUserInfo: [], tenantId: "t" })).toEqual({
    account: {
      oldId: "uid-1",
      email: "asha@example.com",
      emailVerified: true,
      name: "Asha",
      phoneNumber: "+919800000002",
      disabled: true,
      image: "https://example.com/a.png",
      password: { hash: "aGFzaA==", salt: "c2FsdA==" },
      createdAt: new Date(1740983400000),
      lastLoginAt: new Date(1740987000000),
    },
    warnings: [],
  });
  expect(readOldAccount({ ...row, displayName: undefined })?.account.name).toBe("asha");
  expect(readOldAccount({ localId: "uid-2" })?.account).toMatchObject({ name: "Customer", email: null, password: null, lastLoginAt: null });
});

test.for([
  ["no address", { email: undefined }, "accountWithoutEmail"],
  ["an address that is none", { email: "asha" }, "accountWithoutEmail"],
  ["no password", { passwordHash: undefined, salt: undefined }, "accountWithoutPassword"],
  ["a hash without its salt", { salt: undefined }, "accountPasswordNotRead"],
  ["a hash that is no base64", { passwordHash: "$2b$10$abc" }, "accountPasswordNotRead"],
  ["a time that is none", { createdAt: "yesterday" }, "accountTimeNotRead"],
  ["a name of a novel's length", { displayName: "x".repeat(101) }, "accountTextCut"],
  ["a name that cannot be kept", { displayName: "a\0b" }, "accountTextCut"],
  ["a picture that is a script", { photoUrl: "javascript:alert(1)" }, "accountTextCut"],
  ["rights of its own", { customAttributes: '{"admin":true}' }, "accountRole"],
] as const)("an account with %s is read, and told of", ([, value, warning]) => {
  expect(warnings(value)).toEqual([warning]);
});

test("an account that is disabled in whichever words stays disabled", () => {
  const isDisabled = (disabled: unknown) => readOldAccount({ ...row, disabled })?.account.disabled;
  for (const said of [true, "true", "TRUE", " True ", 1, "1", "yes", {}, { toString: null }])
    expect(isDisabled(said), String(JSON.stringify(said))).toBe(true);
  for (const said of [undefined, null, false, "false", "", 0, "0", "no"]) expect(isDisabled(said), String(said)).toBe(false);
});

test("the times of an account are read in milliseconds, in seconds and in ISO 8601", () => {
  for (const time of [1740983400000, "1740983400000", 1740983400, "1740983400", "2025-03-03T06:30:00Z", "2025-03-03T12:00:00+05:30"])
    expect(readOldAccount({ ...row, createdAt: time, lastSignedInAt: time })?.account, String(time)).toMatchObject({
      createdAt: new Date(1740983400000),
      lastLoginAt: new Date(1740983400000),
    });
});

test("what is no account is not read", () => {
  for (const value of [null, "uid", [], {}, { localId: 7 }, { localId: "" }, { localId: "a\0" }, { localId: "x".repeat(129) }])
    expect(readOldAccount(value)).toBeNull();
});
