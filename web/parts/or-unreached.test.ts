import { expect, test } from "vitest";
import { orUnreached } from "./or-unreached.ts";

test("[S8.4] no answer at all reads Failed to connect to server", async () => {
  const said = await orUnreached("failedToProcessRequest", () => Promise.reject(new TypeError("fetch failed")));
  expect(said).toMatchObject({ data: { ok: false, sentence: "Failed to connect to server" }, init: { status: 503 } });
});

test("[S8.4] an answer that is no word of the shop reads as the sentence of what was tried", async () => {
  const answer = { status: 502, statusText: "Bad Gateway", internal: false, data: "<html>" };
  const said = await orUnreached("failedToUpdateVerification", () => Promise.reject(answer));
  expect(said).toMatchObject({ data: { ok: false, sentence: "Failed to update verification status" } });
});

test("what the shop answers comes back as it is, and where it leads is followed", async () => {
  expect(await orUnreached("failedToCancelOrder", async () => ({ ok: true }))).toEqual({ ok: true });
  const redirect = new Response(null, { status: 302 });
  await expect(orUnreached("failedToCancelOrder", () => Promise.reject(redirect))).rejects.toBe(redirect);
});
