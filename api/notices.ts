import { createRoute, type OpenAPIHono, z } from "@hono/zod-openapi";
import { LISTENERS_TOPIC } from "#shop/notices/heard.server.ts";
import { NOTICES_TOPIC } from "#shop/notices/queue-notices.server.ts";
import { refusals } from "./answers.ts";
import type { ApiEnv } from "./api-env.ts";
import { changesOf } from "./event-stream.ts";
import { whileLoggedIn } from "./limited-changes.ts";
import { signedIn } from "./security.ts";

const events = createRoute({
  method: "get",
  path: "/api/admin/notices/events",
  security: signedIn,
  summary: "Follow what is told to webhooks and chats",
  description:
    "Server-sent events, each only `changed`: a notice was queued or sent, or who is told has changed. For an admin who is logged in.",
  responses: { 200: { description: "The events.", content: { "text/event-stream": { schema: z.string() } } }, ...refusals },
});

/** The call that the admin's page of webhooks follows; `adminsAlone` stands before it. [S4.7] [S6.3] */
export function addNoticeCalls(api: OpenAPIHono<ApiEnv>): void {
  api.openapi(events, (c) => changesOf({ live: c.var.services.live, ...whileLoggedIn(c) }, [NOTICES_TOPIC, LISTENERS_TOPIC]));
}
