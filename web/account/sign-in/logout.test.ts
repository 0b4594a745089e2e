import { RouterContextProvider } from "react-router";
import { expect, test } from "vitest";
import type { Services } from "#platform/provides.ts";
import type { Auth } from "#shop/accounts/sign-in/auth.server.ts";
import { aRequest } from "#tests/support/web/a-request.ts";
import { requestContext } from "#web/context.ts";
import { action, loader } from "./logout.ts";

function logOut(signOut: () => Promise<Response>, logged: unknown[] = []) {
  const context = new RouterContextProvider();
  const services = { log: { error: (event: string) => logged.push(event) } } as unknown as Services;
  const auth = { signOut, tokenIn: () => null, sessionCookie: { name: "trackside.session_token", isSecure: false } };
  context.set(requestContext, aRequest({ services, auth: auth as unknown as Auth }));
  const request = new Request("http://shop/logout", { method: "POST" });
  return action({ request, context, params: {} } as unknown as Parameters<typeof action>[0]);
}

const shown = (answer: Response) => [answer.status, answer.headers.get("location")];

test("[S2.2] Logout signs out and goes to /login; one that fails is only logged, and goes there too", async () => {
  const logged: unknown[] = [];
  expect(shown(await logOut(async () => new Response(), logged))).toEqual([303, "/login"]);
  expect(logged).toEqual([]);
  expect((await logOut(async () => new Response())).headers.get("clear-site-data")).toBe('"storage"');
  const failed = await logOut(() => Promise.reject(new Error("no database")), logged);
  expect(shown(failed)).toEqual([303, "/login"]);
  expect(failed.headers.get("clear-site-data")).toBe('"storage"');
  expect(failed.headers.get("set-cookie")).toContain("trackside.session_token=; Max-Age=0");
  expect(logged).toEqual(["logout failed"]);
});

test("[S2.2] an address alone logs nobody out", () => {
  expect(shown(loader())).toEqual([302, "/"]);
});
