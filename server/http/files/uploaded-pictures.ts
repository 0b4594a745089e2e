import type { Services } from "#platform/provides.ts";
import { smallerSides } from "#shop/catalogue/product-image.ts";
import { readImage } from "#shop/pictures/read-image.server.ts";
import { isShopPicture, isUploadedImage } from "#shop/pictures/uploaded-image.ts";
import { refused } from "#shop/refusal.ts";
import { logoPicture } from "#shop/settings/look/logo.ts";
import { answerRefusal } from "../answers.ts";
import type { HostContext } from "../host-env.ts";
import { type Made, openMadePictures } from "./made-pictures.ts";

/**
 * Serves an uploaded picture of a product or of the shop's look, a smaller copy (`?side=`), or what
 * is made of a logo (`?logo=`), to everybody and on every site. Runs before the session is looked
 * up, so that browsers may cache it. [S5.8] [S12.12]
 */
export function uploadedPictures(services: Pick<Services, "files" | "pictures">): (c: HostContext) => Promise<Response> {
  const find = openMadePictures(services);
  return async (c) => {
    const path = c.get("path");
    const made = madeOf(c, path);
    const picture = made ? await find(path, made) : await readImage(services, path);
    if (!picture) return answerRefusal(c, refused("notFound"));

    return c.body(new Uint8Array(picture), 200, {
      "Content-Type": made?.remake.format === "png" ? "image/png" : "image/webp",
      "Cache-Control": "public, max-age=31536000, immutable",
      "Cross-Origin-Resource-Policy": "cross-origin",
    });
  };
}

function madeOf(c: HostContext, path: string): Made | null {
  if (!isUploadedImage(path)) return null;
  const { side: asked, logo = "" } = c.req.query();
  const side = smallerSides.find((known) => String(known) === asked);
  if (side) return { name: `side ${side}`, remake: { storedMaxWidth: side, storedMaxHeight: side } };
  const frame = isShopPicture(path) ? logoPicture(logo) : null;
  return frame && { name: `logo ${logo}`, remake: { format: "png", frame } };
}
