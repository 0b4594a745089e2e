import { OrderMessageForm } from "#shop/orders/messages/message-text.ts";
import { writeAsShop } from "#shop/orders/messages/write-message.server.ts";
import { postedPicture } from "#web/parts/forms/posted-picture.ts";
import { withToast } from "#web/parts/forms/say-or-network-error.ts";
import { typedFields } from "#web/parts/forms/typed-fields.ts";
import { runAction } from "#web/run-action.ts";
import type { Route } from "./+types/order-messages.ts";

export { default, loader, meta } from "../detail/order.tsx";

/** Writes to an order's buyer: POST /admin/orders/:requestCode/messages. [S14.1] */
export function action(args: Route.ActionArgs) {
  return runAction(
    args,
    { form: OrderMessageForm, failed: "failedToSendMessage", done: "messageToBuyerSent", typed: typedFields },
    async ({ services, visitor, params }, { picture, ...form }) =>
      writeAsShop(services, visitor, params.requestCode, { ...form, picture: await postedPicture(picture) }),
  );
}

export const clientAction = withToast("failedToSendMessage");
