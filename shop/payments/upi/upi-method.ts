import { z } from "zod";
import { optionalText, ticked } from "#shop/form-fields.ts";
import type { MethodSettings } from "../methods/payment-method.ts";
import { Vpa } from "./vpa.ts";

/** The longest payee's name; apps show about as much. */
const PAYEE_NAME_MAX_LENGTH = 60;

/**
 * Whom buyers pay by UPI. A merchant VPA may be opened by a link, a personal one only by scan.
 * [S10.12]
 */
export type UpiPayee = { vpa: string; payeeName: string; isMerchantVpa: boolean };

/** The UPI method as the owner sets it; it may be incomplete while it is off. */
export type UpiMethod = { isOn: boolean; vpa: string | null; payeeName: string | null; isMerchantVpa: boolean };

/** The UPI method as its row stores it. */
export function upiMethodOf(row: { isOn: boolean; settings: MethodSettings } | undefined): UpiMethod {
  const { vpa, payeeName, isMerchantVpa } = row?.settings ?? {};
  return {
    isOn: row?.isOn ?? false,
    vpa: typeof vpa === "string" ? vpa : null,
    payeeName: typeof payeeName === "string" ? payeeName : null,
    isMerchantVpa: isMerchantVpa === true,
  };
}

/** The form of the UPI method. Refuses `vpaInvalid`. [S10.1] */
export const UpiMethodForm = z.object({
  isOn: ticked,
  vpa: optionalText(300).pipe(Vpa.nullable()),
  payeeName: optionalText(PAYEE_NAME_MAX_LENGTH),
  isMerchantVpa: ticked,
}) satisfies z.ZodType<UpiMethod>;

/** Whom to pay: also while the method is off, because orders from before may still be paid. */
export function payeeOf({ vpa, payeeName, isMerchantVpa }: UpiMethod): UpiPayee | null {
  return vpa !== null && payeeName !== null ? { vpa, payeeName, isMerchantVpa } : null;
}
