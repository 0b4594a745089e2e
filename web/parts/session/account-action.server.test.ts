import { RouterContextProvider } from "react-router";
import { expect, test } from "vitest";
import { LogInForm } from "#shop/accounts/account-forms.ts";
import { afterMs, type Refusal, refused } from "#shop/refusal.ts";
import { LIMIT_WINDOW_MS } from "#shop/settings/constants.ts";
import { english } from "#tests/support/english.ts";
import { aRequest } from "#tests/support/web/a-request.ts";
import { requestContext } from "#web/context.ts";
import { showWait } from "#web/retry-after.ts";
import { attemptBy } from "./account-action.server.ts";

/** The login page's answer to a refused attempt. */
async function answered(refusal: Refusal) {
  const body = new URLSearchParams({ email: "asha@example.com", password: "correct horse" });
  const request = new Request("http://shop/login", { method: "POST", body });
  const context = new RouterContextProvider();
  context.set(requestContext, aRequest({}));
  const { no } = await attemptBy({ request, context }, LogInForm, "failedToLogIn", async () => refusal);
  const url = new URL(request.url);
  const page = await showWait({ request, url, context, params: {}, pattern: "/login" }, async () => new Response());
  return { status: no?.init?.status, wait: page?.headers.get("retry-after"), sentence: no?.data.sentence };
}

test("[S8.3] after too many password attempts the page says how long to wait, or a minute if that is not known", async () => {
  const limited = { status: 429, sentence: english("tooManyRequests") };
  expect(await answered(afterMs(refused("tooManyRequests"), 12_000))).toEqual({ ...limited, wait: "12" });
  expect(await answered(refused("tooManyRequests"))).toEqual({ ...limited, wait: String(LIMIT_WINDOW_MS / 1_000) });
  expect(await answered(refused("wrongPair"))).toMatchObject({ wait: null });
});
