import type { Services } from "#platform/provides.ts";
import { isUploadedImage, smallerSides } from "#shop/catalogue/product-image.ts";
import { readImage } from "#shop/catalogue/read-image.server.ts";
import { refused } from "#shop/refusal.ts";
import { answerRefusal } from "../answers.ts";
import type { HostContext } from "../host-env.ts";
import { openSmallPictures } from "./small-pictures.ts";

/**
 * Serves a product's uploaded picture, or a smaller copy (`?side=`), to everybody and on every
 * site. Runs before the session is looked up, so that browsers may cache it. [S5.8]
 */
export function productImages(services: Pick<Services, "files" | "pictures">): (c: HostContext) => Promise<Response> {
  const findSmall = openSmallPictures(services);
  return async (c) => {
    const path = c.get("path");
    const side = smallerSides.find((known) => String(known) === c.req.query("side"));
    const picture = side && isUploadedImage(path) ? await findSmall(path, side) : await readImage(services, path);
    if (!picture) return answerRefusal(c, refused("notFound"));

    return c.body(new Uint8Array(picture), 200, {
      "Content-Type": "image/webp",
      "Cache-Control": "public, max-age=31536000, immutable",
      "Cross-Origin-Resource-Policy": "cross-origin",
    });
  };
}
