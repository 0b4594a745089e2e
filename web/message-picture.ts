import { messageName } from "#shop/orders/messages/conversation.ts";
import { readMessagePicture } from "#shop/orders/messages/read-picture.server.ts";
import { type PageContext, requestContext } from "./context.ts";
import { privatePicture } from "./private-picture.ts";
import { orFail, say } from "./say.ts";

type Asked = { params: { requestCode: string; number: string }; context: Parameters<typeof say>[0] };

/** Answers with the picture of a message, to who may see it. [S14.2] */
export async function messagePicture({ params, context }: Asked, { asBuyer }: { asBuyer: boolean }): Promise<Response> {
  const { services, visitor }: PageContext = context.get(requestContext);
  const { requestCode, number } = params;
  const picture = await orFail(context, "failedToLoadOrderDetails", () =>
    readMessagePicture(services, visitor, { requestCode, number: readNumber(number) }, { asBuyer }),
  );
  if (!picture.ok) throw say(context, picture);
  return privatePicture(new Uint8Array(picture.value.bytes), "image/jpeg", `${messageName(requestCode, readNumber(number))}.jpg`);
}

/** A message's number in an address; 0, which none has, for anything else. */
function readNumber(written: string): number {
  return /^[1-9]\d{0,3}$/.test(written) ? Number(written) : 0;
}
