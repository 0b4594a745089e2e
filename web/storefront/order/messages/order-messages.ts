import { CLIENT_ADDRESS_HEADER } from "#shop/accounts/sessions/cookies.ts";
import { messageName } from "#shop/orders/messages/conversation.ts";
import { OrderMessageForm } from "#shop/orders/messages/message-text.ts";
import { writeAsBuyer } from "#shop/orders/messages/write-message.server.ts";
import { textOf } from "#shop/refusal.ts";
import { postedPicture } from "#web/parts/forms/posted-picture.ts";
import { withToast } from "#web/parts/forms/say-or-network-error.ts";
import { typedFields } from "#web/parts/forms/typed-fields.ts";
import { runAction } from "#web/run-action.ts";
import { refuseStranger } from "../access/refuse-stranger.server.ts";
import type { Route } from "./+types/order-messages.ts";

export { default, ErrorBoundary, headers, loader, meta } from "../order-status.tsx";

/** Stores a message of an order's buyer: POST /order-status/:requestCode/messages. [S14.1] [S14.13] */
export async function action(args: Route.ActionArgs) {
  const { requestCode } = args.params;
  const no = await refuseStranger(args.context, requestCode, args.request);
  if (no) return no;
  return runAction(
    args,
    {
      form: OrderMessageForm,
      failed: "failedToSendMessage",
      done: ({ number }: { number: number }) => textOf("orderMessageSent", { number: messageName(requestCode, number) }),
      typed: typedFields,
    },
    async ({ services, visitor, headers }, { picture, ...form }) => {
      const message = { ...form, picture: await postedPicture(picture) };
      return writeAsBuyer(services, visitor, requestCode, message, headers.get(CLIENT_ADDRESS_HEADER));
    },
  );
}

export const clientAction = withToast("failedToSendMessage");
