import { expect, test } from "vitest";
import { parsed } from "#shop/parse.ts";
import { adminByKey, apiKeyIn, isApiKeyShaped } from "./api-key.ts";
import { ApiKeyForm } from "./api-key-form.ts";

const shown = (authorization: string) => apiKeyIn(new Headers({ authorization }));
const key = `ts_${"aB9_-".repeat(8)}xyz`;

test("a key is shown as a bearer's, whatever is wrong with it; other kinds of authorization are not ours", () => {
  expect(shown(`Bearer ${key}`)).toBe(key);
  expect(shown(`bearer   ${key}  `)).toBe(key);
  expect(shown("Bearer ts_")).toBe("ts_");
  expect(shown(`Bearer ${key} ${key}`)).toBe(`${key} ${key}`);
  expect(shown("Bearer ts_<script>")).toBe("ts_<script>");
  for (const other of ["Basic dHNfOng=", "Bearer eyJhbGciOi", key, `Token ${key}`, ""]) expect(shown(other), other).toBeNull();
  expect(apiKeyIn(new Headers())).toBeNull();
});

test("a key has one shape, and what has another is looked for nowhere", () => {
  expect(isApiKeyShaped(key)).toBe(true);
  for (const other of ["", "ts_", key.slice(1), `${key}a`, key.slice(0, -1), key.replace("a", "é"), `${key}\n`, key.replace("ts_", "TS_")])
    expect(isApiKeyShaped(other), other).toBe(false);
});

test("what is done with a key is done by the key, and by nobody's account", () => {
  const holder = {
    id: "k1",
    name: "Till",
    scopes: ["read-orders" as const],
    readsWhole: true,
    refundsADayPaise: 500,
    userId: "u1",
    madeBy: "owner@shop.example",
  };
  expect(adminByKey(holder)).toEqual({
    kind: "admin",
    userId: "api-key:k1",
    email: "API key “Till” of owner@shop.example",
    name: "Till",
    rights: ["read-orders"],
    readsWhole: true,
    keys: { browser: null, accessKey: null },
    refundsADayPaise: 500,
  });
});

test("a key needs a name and a scope; the same scope twice is one, and one that there is not is refused", () => {
  const form = { name: " Till ", scopes: ["decide-orders", "read-orders", "decide-orders"], currentPassword: "x" };
  expect(parsed(ApiKeyForm, form)).toEqual({
    ok: true,
    value: { name: "Till", scopes: ["read-orders", "decide-orders"], refundsADay: null, currentPassword: "x" },
  });
  expect(parsed(ApiKeyForm, { ...form, refundsADay: "₹1,500" })).toMatchObject({ value: { refundsADay: 150_000 } });
  expect(parsed(ApiKeyForm, { ...form, refundsADay: "much" })).toMatchObject({ code: "amountInvalid", field: "refundsADay" });
  expect(parsed(ApiKeyForm, { ...form, refundsADay: "0" })).toMatchObject({ code: "amountInvalid", field: "refundsADay" });
  expect(parsed(ApiKeyForm, { ...form, scopes: undefined })).toMatchObject({ code: "scopesRequired", field: "scopes" });
  expect(parsed(ApiKeyForm, { ...form, scopes: [] })).toMatchObject({ code: "scopesRequired", field: "scopes" });
  expect(parsed(ApiKeyForm, { ...form, scopes: ["everything"] })).toMatchObject({ code: "invalidInput", field: "scopes" });
  expect(parsed(ApiKeyForm, { ...form, name: "  " })).toMatchObject({ code: "nameRequired", field: "name" });
  expect(parsed(ApiKeyForm, { ...form, name: "x".repeat(61) })).toMatchObject({ code: "fieldTooLong", field: "name" });
  for (const name of ["a\u202eb", "a\nb", "a\0b"]) expect(parsed(ApiKeyForm, { ...form, name })).toMatchObject({ code: "invalidInput" });
});
