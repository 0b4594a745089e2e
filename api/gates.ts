import { createMiddleware } from "hono/factory";
import { refused } from "#shop/refusal.ts";
import { say } from "./answers.ts";
import type { ApiEnv } from "./api-env.ts";

/** Lets admins through: a guest is asked to sign in (401), a customer is refused (403). The deeds look again. [S6.3] */
export const adminsAlone = createMiddleware<ApiEnv>(async (c, next) => {
  const { visitor } = c.var;
  if (visitor.kind === "guest") return say(c, refused("signInFirst"));
  if (visitor.kind === "customer") return say(c, refused("adminsOnly"));
  await next();
});

/** Keeps what is told to one visitor out of every store on the way. */
export const neverStored = createMiddleware<ApiEnv>(async (c, next) => {
  c.header("Cache-Control", "no-store");
  await next();
});
