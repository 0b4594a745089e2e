import { messagePicture } from "#web/message-picture.ts";
import type { Route } from "./+types/message-picture.ts";

/** The picture of a message, for its order's buyer alone: GET /order-status/:requestCode/messages/:number/picture. [S14.2] */
export function loader(args: Route.LoaderArgs) {
  return messagePicture(args, { asBuyer: true });
}
