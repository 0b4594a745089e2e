import { expect, test } from "vitest";
import { requestIdOf } from "./request-id.ts";

const PROXYS = "4f1c2f6e-8a57-4f0e-9d8e-0c6b6f1a2b3c";

function idOf(headers: Record<string, string>, trustProxy = 1): string {
  const given = new Headers({ "x-forwarded-for": "203.0.113.7", ...headers });
  return requestIdOf((name) => given.get(name), { trustProxy }, "MADE");
}

test("[S18.2] a trusted proxy's id is taken over", () => {
  for (const id of [PROXYS, "req_1234", "Root=1-67891233-abcdef012345678912345678".slice(5), "a".repeat(64)])
    expect(idOf({ "x-request-id": id }), id).toBe(id);
});

test("[S18.2] an id is made where there is none, or one that nobody should have in a log", () => {
  for (const id of [
    "",
    "short",
    "a".repeat(65),
    "two words here",
    '"quoted-quoted"',
    "<script>alert",
    "id-with-é-in-it",
    "one-id-here, two-id-here",
  ])
    expect(idOf({ "x-request-id": id }), id).toBe("MADE");
  expect(idOf({})).toBe("MADE");
});

test("[S18.2] who is not behind a trusted proxy cannot choose the id", () => {
  expect(idOf({ "x-request-id": PROXYS }, 0)).toBe("MADE");
  expect(idOf({ "x-request-id": PROXYS, "x-forwarded-for": "" })).toBe("MADE");
  expect(requestIdOf(() => null, { trustProxy: 0 })).toMatch(/^[A-Z2-9]{8}$/);
});
