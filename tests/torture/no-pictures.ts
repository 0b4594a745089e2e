import { readdir } from "node:fs/promises";
import { join } from "node:path";
import type { RunningShop } from "../support/running-shop.ts";
import { openS3Server } from "../support/s3-server.ts";
import { openSmallDisk } from "../support/small-disk.ts";
import { shopCommand } from "./aftermath.ts";
import { freshIds } from "./crash.ts";
import { FOUND_OUT_MS, withDatabase, withShop } from "./fault-shops.ts";
import { asOwner } from "./owners-calls.ts";
import { aPicture } from "./picture.ts";
import { post } from "./storm.ts";
import { type Fault, type Suffered, underFault } from "./under-fault.ts";

/** The disk of the pictures is full, and that of the database is not. A backup to it is refused whole. */
export function pictureDiskFull(holdMs: number): Promise<Suffered> {
  return withDatabase(async (_, environment) => {
    const disk = await openSmallDisk(8);
    const before = ["ballast", "data"];
    try {
      return await withShop({ ...environment, DATA_DIR: join(disk.folder, "data") }, (shop, found) => {
        const meanwhile = async () => {
          const sealed = { ...found, BACKUP_PASSPHRASE: "a passphrase of the test" };
          const backup = shopCommand(sealed, "backup", join(disk.folder, "full.backup"));
          const left = (await readdir(disk.folder)).filter((name) => !before.includes(name));
          return [
            ...(backup.stderr.includes("the disk is full") ? [] : [`backup said ${backup.stdout}${backup.stderr}`]),
            ...left.map((name) => `the backup left ${name}`),
          ];
        };
        return withoutPictures(shop, found, { begin: disk.fill, end: disk.clear, meanwhile }, holdMs);
      });
    } finally {
      await disk.close();
    }
  });
}

/** The S3-compatible storage cuts every connection. */
export async function storageAway(holdMs: number): Promise<Suffered> {
  const storage = await openS3Server();
  const { endpoint, region, bucket, accessKeyId, secretAccessKey } = storage.config;
  const environment = {
    S3_ENDPOINT: endpoint,
    S3_REGION: region,
    S3_BUCKET: bucket,
    S3_ACCESS_KEY_ID: accessKeyId,
    S3_SECRET_ACCESS_KEY: secretAccessKey,
  };
  try {
    return await withShop(environment, (shop, found) =>
      withoutPictures(
        shop,
        found,
        {
          begin: async () => void storage.fates.push(...Array.from({ length: 10_000 }, () => "cut" as const)),
          async end() {
            storage.fates.length = 0;
          },
        },
        holdMs,
      ),
    );
  } finally {
    await storage.close();
  }
}

/** No picture can be stored: an order with one is told to come back and is not there, orders without one go on; afterwards both do. */
async function withoutPictures(shop: RunningShop, environment: Record<string, string>, fault: Fault, holdMs: number): Promise<Suffered> {
  const paymentProof = `data:image/png;base64,${(await aPicture()).toString("base64")}`;
  const ordering = { quantity: 1, paymentMethod: "amazon", giftCardCode: "ABCD-EFGH-2345", paymentProof };
  const upload = (productId: string) => post(`${shop.address}/api/orders`, { ...ordering, productId });
  const suffered = await underFault(
    { shop, environment },
    {
      ...fault,
      async meanwhile(owner, productId) {
        const { status, body } = await upload(productId);
        const plain = await post(`${shop.address}/api/orders`, { productId, quantity: 1, paymentMethod: "request" });
        return [
          ...(status === 503 ? [] : [`an order with a picture was answered ${status} ${JSON.stringify(body)}`]),
          ...(plain.status === 201 ? [] : [`an order without a picture was answered ${plain.status}`]),
          ...((await fault.meanwhile?.(owner, productId)) ?? []),
        ];
      },
    },
    holdMs,
    FOUND_OUT_MS,
  );
  const { status } = await upload(await (await asOwner(shop)).putOnSale("Account after it", freshIds(1)));
  return status === 201 ? suffered : { ...suffered, faults: [...suffered.faults, `a picture afterwards was answered ${status}`] };
}
