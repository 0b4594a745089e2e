import { createRoute, type OpenAPIHono, z } from "@hono/zod-openapi";
import { withOwnPassword } from "#shop/accounts/passwords/with-own-password.server.ts";
import { ConfirmationForm, confirmationFields, withoutConfirmation } from "#shop/form-fields.ts";
import { changeProviderMethod } from "#shop/payments/methods/change-provider-method.server.ts";
import { methodForms } from "#shop/payments/methods/method-forms.ts";
import { listProviderMethods, type ShownMethod } from "#shop/payments/methods/payment-methods.server.ts";
import { providerNames } from "#shop/payments/payment.ts";
import { changeUpiMethod } from "#shop/payments/upi/change-upi-method.server.ts";
import { readUpiMethod } from "#shop/payments/upi/read-upi-method.server.ts";
import { UpiMethodForm } from "#shop/payments/upi/upi-method.ts";
import { forgetSettings } from "#shop/settings/settings.server.ts";
import { answers, refusals, say, takes } from "../answers.ts";
import type { ApiEnv } from "../api-env.ts";
import { failsWith } from "../failure.ts";
import { readJson } from "../gates/read-body.ts";
import { signedIn } from "../gates/security.ts";

const CONFIRMED =
  "Another UPI ID or payee needs the own password (`currentPassword`), and a code (`code`) where two-step login is on. Every admin gets an email about it.";

const UpiMethodJson = z
  .object({
    isOn: z.boolean(),
    vpa: z.string().nullable().openapi({ description: "The UPI ID that buyers pay to.", example: "trackside@okbank" }),
    payeeName: z.string().nullable(),
    isMerchantVpa: z.boolean().openapi({ description: "Whether a link may open the buyer's UPI app." }),
  })
  .openapi("UpiMethod");

const ProviderMethodJson = z
  .object({
    name: z.enum(providerNames),
    isOn: z.boolean(),
    settings: z
      .record(z.string(), z.union([z.string(), z.boolean()]))
      .openapi({ description: "Settings that aren't secret, such as `keyId`." }),
    secrets: z.record(z.string(), z.string()).openapi({ description: "The last four characters of each stored secret." }),
    missing: z.array(z.string()).openapi({ description: "What is still missing before it can be turned on." }),
    isTest: z.boolean().nullable().openapi({ description: "Whether its keys are test keys, with which no money moves." }),
    eventsUrl: z.string().openapi({ description: "The address to enter at the provider for its webhooks." }),
    lastEvent: z.object({ kind: z.string(), receivedAt: z.string() }).nullable(),
    silentSince: z.string().nullable().openapi({ description: "Since when the provider hasn't answered." }),
    hasEarlierKeys: z
      .boolean()
      .openapi({ description: "Whether payments from before a change of the keys are followed with those of then." }),
  })
  .openapi("ProviderMethod");

const MethodsJson = z.object({ upi: UpiMethodJson, providers: z.array(ProviderMethodJson) }).openapi("PaymentMethods");

const all = createRoute({
  method: "get",
  path: "/api/admin/payment-methods",
  security: signedIn,
  summary: "The payment methods",
  middleware: failsWith("failedToLoadSettings"),
  responses: { 200: answers("The methods.", MethodsJson), ...refusals },
});

const upi = createRoute({
  method: "put",
  path: "/api/admin/payment-methods/upi",
  security: signedIn,
  summary: "Set up UPI, and turn it on or off",
  description: CONFIRMED,
  middleware: failsWith("failedToSaveSettings"),
  request: { body: takes(UpiMethodForm.extend(confirmationFields)) },
  responses: { 200: answers("The method.", UpiMethodJson), ...refusals },
});

const provider = createRoute({
  method: "put",
  path: "/api/admin/payment-methods/{name}",
  security: signedIn,
  summary: "Set up a payment provider, and turn it on or off",
  description:
    "A secret that you leave out stays as it is. Secrets are never shown again. An incomplete method is refused with `missing`. Other keys need the own password, as another UPI ID does.",
  middleware: failsWith("failedToSaveSettings"),
  request: {
    params: z.object({ name: z.enum(providerNames) }),
    body: takes(z.union([methodForms.razorpay, methodForms.stripe]).and(ConfirmationForm)),
  },
  responses: { 200: answers("The method.", ProviderMethodJson), ...refusals },
});

/**
 * The calls for payment methods with a page of their own; `adminsAlone` runs before them. [S10.1]
 */
export function addPaymentMethodCalls(api: OpenAPIHono<ApiEnv>): void {
  api.openapi(all, async (c) => {
    const { services, origin } = c.var;
    const [upi, providers] = await Promise.all([readUpiMethod(services, c.var.visitor), listProviderMethods(services, c.var.visitor)]);
    return c.json({ upi, providers: providers.map((method) => providerJson(method, origin)) }, 200);
  });

  api.openapi(upi, async (c) => {
    const form = await readJson(c.req.raw, UpiMethodForm.extend(confirmationFields));
    if (!form.ok) return say(c, form);
    const { form: change, confirmation } = withoutConfirmation(form.value);
    const asking = { ...c.var, headers: c.req.raw.headers };
    const changed = await withOwnPassword(asking, confirmation, (admin) => changeUpiMethod(c.var.services, admin, change));
    if (!changed.ok) return say(c, changed);
    forgetSettings(c.var.services);
    return c.json(await readUpiMethod(c.var.services, c.var.visitor), 200);
  });

  api.openapi(provider, async (c) => {
    const { services, origin } = c.var;
    const { name } = c.req.valid("param");
    const form = await readJson(c.req.raw, methodForms[name].and(ConfirmationForm));
    if (!form.ok) return say(c, form);
    const { form: change, confirmation } = withoutConfirmation(form.value);
    const asking = { ...c.var, headers: c.req.raw.headers };
    const changed = await withOwnPassword(asking, confirmation, (admin) => changeProviderMethod(services, admin, name, change));
    if (!changed.ok) return say(c, changed, "missing" in changed ? { missing: changed.missing } : {});
    forgetSettings(services);
    return c.json(providerJson(changed.value, origin), 200);
  });
}

function providerJson({ eventsPath, lastEvent, silentSince, changedAt: _, ...method }: ShownMethod, origin: string) {
  return {
    ...method,
    eventsUrl: origin + eventsPath,
    lastEvent: lastEvent && { kind: lastEvent.kind, receivedAt: lastEvent.receivedAt.toISOString() },
    silentSince: silentSince?.toISOString() ?? null,
  };
}
