import { readProof } from "#shop/orders/proofs/read-proof.server.ts";
import { requestContext } from "#web/context.ts";
import { privatePicture } from "#web/private-picture.ts";
import { orFail, say } from "#web/say.ts";
import type { Route } from "./+types/proof-picture.ts";

/** A payment proof's picture, for admins: GET /admin/orders/:requestCode/proof. [S6.5] [S7.3] */
export async function loader({ params, context }: Route.LoaderArgs) {
  const { services, visitor } = context.get(requestContext);
  const proof = await orFail(context, "failedToLoadOrderDetails", () => readProof(services, visitor, params.requestCode));
  if (!proof.ok) throw say(context, proof);

  const { name, bytes } = proof.value;
  const filename = name.slice(name.lastIndexOf("/") + 1);
  return privatePicture(new Uint8Array(bytes), "image/jpeg", filename);
}
