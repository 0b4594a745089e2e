import { eq } from "drizzle-orm";
import type { Reading } from "#platform/database/open.server.ts";
import { paymentMethodSettings } from "../tables.server.ts";
import { payeeOf, type UpiMethod, type UpiPayee } from "./upi-method.ts";

/** Reads how the owner set the UPI method. One query. [S10.1] */
export async function readUpiMethod({ db }: { db: Reading }): Promise<UpiMethod> {
  const byName = db.prepared("upi-method", (db) => db.select().from(paymentMethodSettings).where(eq(paymentMethodSettings.name, "upi")));
  const [row] = await byName.execute();
  const { vpa, payeeName, isMerchantVpa } = row?.settings ?? {};
  return {
    isOn: row?.isOn ?? false,
    vpa: typeof vpa === "string" ? vpa : null,
    payeeName: typeof payeeName === "string" ? payeeName : null,
    isMerchantVpa: isMerchantVpa === true,
  };
}

/** Whom buyers pay by UPI; null before the owner set it up. [S10.12] */
export async function readUpiPayee(services: { db: Reading }): Promise<UpiPayee | null> {
  return payeeOf(await readUpiMethod(services));
}
