import { beforeAll, expect, test } from "vitest";
import { bringPageTexts } from "#tests/support/web/page-texts.ts";
import { sessionGone } from "../session/session-gone.ts";
import { orNetworkError } from "./network-error.ts";

beforeAll(bringPageTexts);

test("[S8.4] no answer at all reads Failed to connect to server", async () => {
  const said = await orNetworkError("failedToProcessRequest", () => Promise.reject(new TypeError("fetch failed")));
  expect(said).toMatchObject({ data: { ok: false, sentence: "Failed to connect to server" }, init: { status: 503 } });
});

test("[S8.4] an answer that is not the shop's becomes the sentence of what was attempted", async () => {
  const answer = { status: 502, statusText: "Bad Gateway", internal: false, data: "<html>" };
  const said = await orNetworkError("failedToUpdateVerification", () => Promise.reject(answer));
  expect(said).toMatchObject({ data: { ok: false, sentence: "Failed to update verification status" } });
});

test("what the shop answers comes back as it is, and where it leads is followed", async () => {
  expect(await orNetworkError("failedToCancelOrder", async () => ({ ok: true }))).toEqual({ ok: true });
  const redirect = new Response(null, { status: 302 });
  await expect(orNetworkError("failedToCancelOrder", () => Promise.reject(redirect))).rejects.toBe(redirect);
});

test("[S4.10] a session that is gone reads Please log in again; the page stays and asks for a login", async () => {
  const gone = sessionGone.read();
  const answer = { status: 401, statusText: "", internal: false, data: { code: "logInAgain" } };
  const said = await orNetworkError("failedToProcessRequest", () => Promise.reject(answer));
  expect(said).toMatchObject({
    data: { ok: false, code: "logInAgain", sentence: "Log in again to do this." },
    init: { status: 401 },
  });
  expect(sessionGone.read()).toBe(gone + 1);
});
