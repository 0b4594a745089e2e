import { openS3Server, storageEnvironment } from "#tests/support/servers/s3-server.ts";
import { freshIds } from "../crash.ts";
import { asOwner } from "../owners-calls.ts";
import { aPicture, orderWithPicture } from "../picture.ts";
import { post } from "../storm.ts";
import { FOUND_OUT_MS, withShop } from "./fault-shops.ts";
import { type Suffered, underFault, unnoticed } from "./under-fault.ts";

/**
 * The picture storage is down: requests for pictures are answered with Retry-After, and no other
 * visitor notices. When it returns, pictures work again.
 */
export async function storageAway(holdMs: number): Promise<Suffered> {
  const storage = await openS3Server();
  try {
    return await withShop(storageEnvironment(storage.config), async (shop, environment) => {
      const picture = await aPicture();
      const ownProduct = await (await asOwner(shop)).putOnSale("Account with a picture", freshIds(3));
      const upload = async () => orderWithPicture(shop.address, ownProduct, picture);
      const { status, body } = await upload();
      if (status !== 201) throw new Error(`a picture beforehand was answered ${status}`);
      const { requestCode } = body as { requestCode: string };

      const suffered = await underFault(
        { shop, environment },
        {
          begin: storage.leave,
          end: storage.comeBack,
          async meanwhile(owner, productId) {
            const order = { productId, quantity: 1, paymentMethod: "request" };
            const [sent, shown, plain] = await Promise.all([
              upload(),
              owner.viewProof(requestCode),
              post(`${shop.address}/api/orders`, order),
            ]);
            return unlike(
              { "a picture sent": sent.status, "a picture looked at": shown.status, "an order without a picture": plain.status },
              { "a picture sent": 503, "a picture looked at": 503, "an order without a picture": 201 },
            );
          },
        },
        holdMs,
        FOUND_OUT_MS,
      );
      const [sent, shown] = [await upload(), await (await asOwner(shop)).viewProof(requestCode)];
      const after = { "a picture sent afterwards": sent.status, "a picture of before looked at afterwards": shown.status };
      const wrong = unlike(after, { "a picture sent afterwards": 201, "a picture of before looked at afterwards": 200 });
      return unnoticed({ ...suffered, faults: [...suffered.faults, ...wrong] });
    });
  } finally {
    await storage.close();
  }
}

function unlike<What extends string>(answered: Record<What, number>, wanted: Record<What, number>): string[] {
  const whats = Object.keys(wanted) as What[];
  return whats.flatMap((what) => (answered[what] === wanted[what] ? [] : [`${what} was answered ${answered[what]}`]));
}
