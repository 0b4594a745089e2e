import { eq, type SQL, sql } from "drizzle-orm";
import type { Tx } from "#platform/database/open.server.ts";
import { sha256 } from "#platform/encryption/vault.server.ts";
import type { Services } from "#platform/provides.ts";
import { pushTexts } from "#shop/emails/chat-texts.ts";
import { readSettings } from "#shop/settings/settings.server.ts";
import { settingIn } from "#shop/settings/shop-settings.ts";
import type { PushMessage } from "./push-news.ts";
import { SEND_PUSH } from "./queue-pushes.server.ts";
import { pushDevices } from "./tables.server.ts";

/** The topic of a job that tells a buyer of news; its payload is `{deviceId, topic, orderId, attempts}`. */
export const ORDER_NEWS = "news";

/**
 * Whether the buyer's device in `push_devices` hears of the order in `orders`: its browser's key
 * opens the order, or the order belongs to the account that was logged in. [S14.11]
 */
export const hearsOfOrder: SQL = sql`(push_devices.browser_hash = any(orders.unlocked_by)
  or push_devices.browser_hash is not null and push_devices.user_id = orders.user_id)`;

/** Tells the buyer's devices that there is news of an order, in the caller's transaction. [S14.11] */
export async function queueOrderNews({ jobs }: Pick<Services, "jobs">, tx: Pick<Tx, "execute">, orderId: string): Promise<void> {
  const devices = sql`push_devices join orders on orders.id = ${orderId} where ${hearsOfOrder}`;
  const queueing = jobs.adding(sql`(select push_devices.id as device_id, orders.id as order_id from ${devices} order by 1) as told`, {
    task: SEND_PUSH,
    payload: sql`json_build_object('deviceId', device_id, 'topic', ${ORDER_NEWS}::text, 'orderId', order_id)`,
    key: sql`'push:' || ${ORDER_NEWS}::text || ':' || device_id || ':' || order_id`,
  });
  await tx.execute(sql`select ${queueing} where exists (select from ${devices})`);
}

type Needs = Pick<Services, "db" | "settings" | "now">;
type Push = { device: typeof pushDevices.$inferSelect; message: () => Promise<PushMessage> };

/**
 * What a buyer's device is told of an order, in the order's language, if it still hears of it. The
 * notification says only that there is news; its address opens nothing by itself. [S14.10] [S14.11]
 */
export async function findOrderNews(
  services: Needs,
  { deviceId = "", orderId = "" }: { deviceId?: string; orderId?: string },
): Promise<Push | null> {
  const [row] = await services.db
    .select({
      device: pushDevices,
      requestCode: sql<string>`orders.request_code`,
      language: sql<string>`coalesce(orders.language, shop_language())`,
    })
    .from(pushDevices)
    .innerJoin(sql`orders`, sql`orders.id = ${orderId} and ${hearsOfOrder}`)
    .where(eq(pushDevices.id, deviceId));
  if (!row) return null;

  return {
    device: row.device,
    async message() {
      const { texts, language } = pushTexts(row.language);
      const title = settingIn(await readSettings(services), "name", language).text;
      return { title, body: texts("orderNews"), topic: topicOf(orderId), path: `/order-status/${row.requestCode}` };
    },
  };
}

/** The same for each news of an order; it says nothing of the order to the push service. */
function topicOf(orderId: string): string {
  return `${ORDER_NEWS}-${sha256(orderId).toString("base64url").slice(0, 22)}`;
}
