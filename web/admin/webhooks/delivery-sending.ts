import { messages } from "#shop/messages.ts";
import { sendNoticeAgain } from "#shop/notices/send-again.server.ts";
import { servicesContext, visitorContext } from "#web/context.ts";
import { sayOrUnreached } from "#web/parts/say-or-unreached.ts";
import { orSay, say } from "#web/say.ts";
import type { Route } from "./+types/notice-sending.ts";

export { default, loader, meta } from "./webhooks.tsx";

/** Sends a notice again: POST /admin/webhooks/notices/:noticeId/sending. */
export async function action({ params, context }: Route.ActionArgs) {
  const done = await orSay(context, "failedToSendNotice", () =>
    sendNoticeAgain(context.get(servicesContext), context.get(visitorContext), params.noticeId),
  );
  return say(done, done.ok && !done.value.goesNow ? messages.noticeWaitsForListener : messages.noticeQueuedAgain);
}

export function clientAction({ serverAction }: Route.ClientActionArgs) {
  return sayOrUnreached("failedToSendNotice", serverAction);
}
