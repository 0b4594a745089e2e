import { messages } from "#shop/messages.ts";
import { removeSamples } from "#shop/orders/remove-samples.server.ts";
import { granted } from "#shop/refusal.ts";
import { servicesContext, visitorContext } from "#web/context.ts";
import { orUnreached } from "#web/parts/or-unreached.ts";
import { orSay } from "#web/say.ts";
import type { Route } from "./+types/samples-removal.ts";
import { sayAbout } from "./product-answer.ts";

export { default, loader } from "./dashboard.tsx";

/** Takes the sample products off sale: POST /admin/samples/removal. [S5.10] */
export async function action({ context }: Route.ActionArgs) {
  const removal = await orSay(context, "failedToDeleteProduct", () =>
    removeSamples(context.get(servicesContext), context.get(visitorContext)),
  );
  return sayAbout(removal.ok ? granted(null) : removal, messages.samplesRemoved);
}

export function clientAction({ serverAction }: Route.ClientActionArgs) {
  return orUnreached("failedToDeleteProduct", serverAction);
}
