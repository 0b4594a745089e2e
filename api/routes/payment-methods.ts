import { createRoute, type OpenAPIHono, z } from "@hono/zod-openapi";
import { changeUpiMethod } from "#shop/payments/upi/change-upi-method.server.ts";
import { readUpiMethod } from "#shop/payments/upi/read-upi-method.server.ts";
import { UpiMethodForm } from "#shop/payments/upi/upi-method.ts";
import { forgetSettings } from "#shop/settings/settings.server.ts";
import { answers, refusals, say, takes } from "../answers.ts";
import type { ApiEnv } from "../api-env.ts";
import { failsWith } from "../failure.ts";
import { readJson } from "../gates/read-body.ts";
import { signedIn } from "../gates/security.ts";

const UpiMethodJson = z
  .object({
    isOn: z.boolean(),
    vpa: z.string().nullable().openapi({ description: "The UPI ID that buyers pay to.", example: "trackside@okbank" }),
    payeeName: z.string().nullable(),
    isMerchantVpa: z.boolean().openapi({ description: "Whether a link may open the buyer's UPI app." }),
  })
  .openapi("UpiMethod");

const MethodsJson = z.object({ upi: UpiMethodJson }).openapi("PaymentMethods");

const all = createRoute({
  method: "get",
  path: "/api/admin/payment-methods",
  security: signedIn,
  summary: "The payment methods that the owner sets up",
  middleware: failsWith("failedToLoadSettings"),
  responses: { 200: answers("The methods.", MethodsJson), ...refusals },
});

const upi = createRoute({
  method: "put",
  path: "/api/admin/payment-methods/upi",
  security: signedIn,
  summary: "Set up UPI, and switch it on or off",
  middleware: failsWith("failedToSaveSettings"),
  request: { body: takes(UpiMethodForm) },
  responses: { 200: answers("The method.", UpiMethodJson), ...refusals },
});

/** The calls for payment methods with a page of their own; `adminsAlone` runs before them. [S10.1] */
export function addPaymentMethodCalls(api: OpenAPIHono<ApiEnv>): void {
  api.openapi(all, async (c) => c.json({ upi: await readUpiMethod(c.var.services) }, 200));

  api.openapi(upi, async (c) => {
    const form = await readJson(c.req.raw, UpiMethodForm);
    if (!form.ok) return say(c, form);
    const changed = await changeUpiMethod(c.var.services, c.var.visitor, form.value);
    if (!changed.ok) return say(c, changed);
    forgetSettings(c.var.services);
    return c.json(await readUpiMethod(c.var.services), 200);
  });
}
