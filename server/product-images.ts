import type { Services } from "#platform/provides.ts";
import { readImage } from "#shop/catalogue/read-image.server.ts";
import { refused } from "#shop/refusal.ts";
import { answerRefusal } from "./answers.ts";
import type { HostContext } from "./host-env.ts";

/**
 * Answers with a product's uploaded picture, to everybody and on every site: the catalogue names its address. Asked before anybody looks who the
 * visitor is, so that browsers may keep it. [S5.8]
 */
export async function answerProductImage(c: HostContext, services: Pick<Services, "files">): Promise<Response> {
  const picture = await readImage(services, c.get("path"));
  if (!picture) return answerRefusal(c, refused("notFound"));

  return c.body(new Uint8Array(picture), 200, {
    "Content-Type": "image/webp",
    "Cache-Control": "public, max-age=31536000, immutable",
    "Cross-Origin-Resource-Policy": "cross-origin",
  });
}
