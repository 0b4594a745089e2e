import { expect, test } from "vitest";
import { type Refusal, refused } from "#shop/refusal.ts";
import { english } from "#tests/support/english.ts";
import type { Failure } from "#web/say.ts";
import { isUnanswered } from "./use-resend.ts";

const failed = (status: 500 | 503): Failure => ({
  ok: false,
  kind: "failed",
  code: "failedToProcessRequest",
  sentence: english("failedToProcessRequest"),
  incident: "TEST2345",
  status,
});

const said = (refusal: Refusal) => ({ ...refusal, alsoWrong: undefined, sentence: "" });

test("[S9.4] a new picture is sent again where nobody answered or the storage is away, and not where the shop said no or broke", () => {
  const networkError = { ok: false, kind: "networkError", code: "failedToConnect", sentence: "Failed to connect to server" } as const;
  expect([networkError, failed(503)].map(isUnanswered)).toEqual([true, true]);
  expect([failed(500), said(refused("proofTooBig", { limit: "10 MB" })), said(refused("proofsBusy")), undefined].map(isUnanswered)).toEqual(
    [false, false, false, false],
  );
});
