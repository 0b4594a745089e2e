import { messages } from "#shop/messages.ts";
import { sendLetterAgain } from "#shop/orders/send-letter-again.server.ts";
import { servicesContext, visitorContext } from "#web/context.ts";
import { sayOrUnreached } from "#web/parts/say-or-unreached.ts";
import { orSay, say } from "#web/say.ts";
import type { Route } from "./+types/letter-sending.ts";

export { default, loader } from "./letters.tsx";

/** Sends a letter again that was given up: POST /admin/letters/:letterId/sending. */
export async function action({ params, context }: Route.ActionArgs) {
  const sending = await orSay(context, "failedToSendLetter", () =>
    sendLetterAgain(context.get(servicesContext), context.get(visitorContext), params.letterId),
  );
  return say(sending, messages.letterQueuedAgain);
}

export function clientAction({ serverAction }: Route.ClientActionArgs) {
  return sayOrUnreached("failedToSendLetter", serverAction);
}
