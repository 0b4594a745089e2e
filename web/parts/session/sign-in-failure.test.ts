import { beforeAll, expect, test } from "vitest";
import { bringPageTexts } from "#tests/support/web/page-texts.ts";
import { sendInTime } from "./sign-in-failure.ts";

beforeAll(bringPageTexts);

const general = "Failed to log in";
const send = (cause: unknown) => sendInTime(() => Promise.reject(cause), general);

test("[S8.3] a login that nobody answers says so under the general sentence, and the page stays", async () => {
  const why = { general, sentence: "Failed to connect to server" };
  expect(await send(new TypeError("fetch failed"))).toMatchObject({ data: why, init: { status: 503 } });
});

test("[S8.3] a login that something else answers in the shop's place says the general sentence, and the page stays", async () => {
  const answer = { status: 502, statusText: "Bad Gateway", internal: false, data: "<html>" };
  expect(await send(answer)).toMatchObject({ data: { general, sentence: null }, init: { status: 503 } });
});

test("[S2.16] where a login leads is followed", async () => {
  const redirect = new Response(null, { status: 302 });
  await expect(send(redirect)).rejects.toBe(redirect);
});
