import type { Services } from "#platform/provides.ts";
import { isUploadedImage, smallerSides } from "#shop/catalogue/product-image.ts";
import { readImage } from "#shop/catalogue/read-image.server.ts";
import { refused } from "#shop/refusal.ts";
import { answerRefusal } from "./answers.ts";
import type { HostContext } from "./host-env.ts";
import { openSmallPictures } from "./small-pictures.ts";

/**
 * Answers with a product's uploaded picture, or a smaller copy of it (`?side=`), to everybody and on every site: the catalogue names its address.
 * Asked before anybody looks who the visitor is, so that browsers may keep it. [S5.8]
 */
export function productImages(services: Pick<Services, "files">): (c: HostContext) => Promise<Response> {
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
