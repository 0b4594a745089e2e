import { expect, test } from "vitest";
import { sentence } from "#shop/messages.ts";
import { refused } from "#shop/refusal.ts";
import type { Failure } from "#web/say.ts";
import { isUnanswered } from "./use-resend.ts";

const failed = (status: 500 | 503): Failure => ({
  ok: false,
  kind: "failed",
  code: "failedToProcessRequest",
  sentence: sentence("failedToProcessRequest"),
  incident: "TEST2345",
  status,
});

test("[S9.4] a new picture is sent again where nobody answered or the storage is away, and not where the shop said no or broke", () => {
  const networkError = { ok: false, kind: "networkError", code: "failedToConnect", sentence: sentence("failedToConnect") } as const;
  expect([networkError, failed(503)].map(isUnanswered)).toEqual([true, true]);
  expect([failed(500), refused("proofTooBig", "10 MB"), refused("proofsBusy"), undefined].map(isUnanswered)).toEqual([
    false,
    false,
    false,
    false,
  ]);
});
