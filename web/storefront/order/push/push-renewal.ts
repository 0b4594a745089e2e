import { renewBuyerPush } from "#shop/orders/access/buyer-push.server.ts";
import { PushForm } from "#shop/push/push-form.ts";
import { pushKey } from "#shop/push/push-key.server.ts";
import { requestContext } from "#web/context.ts";
import { runAction } from "#web/run-action.ts";
import { orFail } from "#web/say.ts";
import type { Route } from "./+types/push-renewal.ts";

/** The shop's public key, with which a buyer's browser subscribes. Only scripts lead here. [S14.11] */
export async function loader({ context }: Route.LoaderArgs) {
  const { services } = context.get(requestContext);
  const { publicKey } = await orFail(context, "failedToProcessRequest", () => pushKey(services));
  return { publicKey };
}

/** Says which address the browser has now: POST /order-status/push-renewal. [S14.11] */
export function action(args: Route.ActionArgs) {
  return runAction(args, { form: PushForm, failed: "failedToProcessRequest" }, ({ services, visitor }, form) =>
    renewBuyerPush(services, visitor, form),
  );
}
