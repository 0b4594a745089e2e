import type { FakeProviderServer } from "#server/fake-provider/open-fake.ts";
import { WEBHOOK_SECRET } from "#tests/support/payments/providers.ts";
import { openRazorpayServer, razorpayAccount } from "#tests/support/payments/razorpay-server.ts";
import { type RunningShop, startShop } from "../../support/processes/running-shop.ts";
import { type MailServer, openMailServer } from "../../support/servers/mail-server.ts";
import { freshIds } from "../crash.ts";
import { withEmails } from "../faults/fault-shops.ts";
import { asOwner, type OwnersCalls } from "../owners-calls.ts";

/** A running shop with the limits of a new one, that takes UPI and Razorpay and sends emails. */
export type AttackedShop = {
  shop: RunningShop;
  owner: OwnersCalls;
  /** A product with more IDs than anybody buys. */
  productId: string;
  provider: FakeProviderServer;
  mail: MailServer;
  stop(): Promise<void>;
};

const IDS = 4_000;

/** Opens such a shop behind one proxy, so that each client can have networks of its own. */
export async function openAttackedShop(): Promise<AttackedShop> {
  const [provider, mail] = await Promise.all([openRazorpayServer(), openMailServer()]);
  const emails = await withEmails(Number(new URL(mail.url).port));
  const environment = { ...emails, TRUST_PROXY: "1", RAZORPAY_API_URL: provider.url };
  const shop = await startShop(environment, undefined, "usual");
  const owner = await asOwner(shop);
  await owner.takeUpi();
  await owner.takeRazorpay({ ...razorpayAccount, webhookSecret: WEBHOOK_SECRET });
  await owner.wantNoEmails();
  await provider.hookTo({ url: `${shop.address}/api/payments/razorpay/events`, secret: WEBHOOK_SECRET });
  const productId = await owner.putOnSale("Attacked account", freshIds(IDS));
  return {
    shop,
    owner,
    productId,
    provider,
    mail,
    async stop() {
      await shop.stop();
      await Promise.all([provider.close(), mail.close()]);
    },
  };
}
