import type { Reading } from "#platform/database/open.server.ts";
import type { Services } from "#platform/provides.ts";
import type { Actor } from "#shop/actor.ts";
import { requireRight } from "#shop/rights.ts";
import type { ShopSettings } from "#shop/settings/shop-settings.ts";
import { settingIn } from "#shop/settings/shop-settings.ts";
import type { FirstHour } from "./first-hour.ts";

type Needs = Pick<Services, "backups"> & { db: Reading };
type Row = Pick<FirstHour, "product" | "stock" | "order" | "secondFactor">;

/**
 * Reads which of the first steps are done, in one query: own products and IDs (samples do not
 * count), an order, this admin's two-step login, and from the settings how to pay and how to reach
 * the shop. Payments that confirm themselves need no text, and a text needs a method that is on.
 * For admins. [S12.2]
 */
export async function readFirstHour(services: Needs, actor: Actor, settings: ShopSettings): Promise<FirstHour> {
  requireRight(actor, "own-shop");
  const { rows } = await services.db.$client.query<Row>({ name: "first-hour", text: doneRow, values: [actor.userId] });
  const [row] = rows;
  if (!row) throw new Error("the first steps were not read");
  const isPaidByText = settings.takesRequest || settings.takesAmazon;
  const confirmsItself = settings.takesUpi || settings.takesRazorpay || settings.takesStripe;
  return {
    ...row,
    payment: confirmsItself || (isPaidByText && settingIn(settings, "howToPay", settings.language).text !== ""),
    contact: settings.supportEmail !== null || settings.messagingUrl !== null || settings.chatUrl !== null,
    backup: (await services.backups.read()).some(({ lastGoodAt }) => lastGoodAt !== null),
  };
}

const own = "from products p join product_stock s on s.product_id = p.id where not p.is_sample and p.deleted_at is null";

const doneRow = `
  select exists (select ${own}) as product, exists (select ${own} and s.imported > 0) as stock, exists (select from orders) as "order",
    exists (select from second_factors where user_id = $1 and confirmed_at is not null) as "secondFactor"`;
