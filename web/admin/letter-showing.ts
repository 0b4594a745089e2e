import { showLetter } from "#shop/orders/show-letter.server.ts";
import { originContext, servicesContext, visitorContext } from "#web/context.ts";
import { orUnreached } from "#web/parts/or-unreached.ts";
import { orSay, say } from "#web/say.ts";
import type { Route } from "./+types/letter-showing.ts";

export { default, loader } from "./letters.tsx";

/** Shows a whole letter: POST /admin/letters/:letterId/showing. Its links begin as those that are sent do, or with the address that the admin came by. */
export async function action({ params, context }: Route.ActionArgs) {
  const services = context.get(servicesContext);
  const origin = services.mail.isOn ? services.mail.origin : context.get(originContext);
  const showing = await orSay(context, "failedToShowLetter", () =>
    showLetter(services, context.get(visitorContext), params.letterId, origin),
  );
  return say(showing);
}

export function clientAction({ serverAction }: Route.ClientActionArgs) {
  return orUnreached("failedToShowLetter", serverAction);
}
