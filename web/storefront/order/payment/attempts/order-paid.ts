import { redirect } from "react-router";
import { returnFromProvider } from "#shop/orders/payment/attempts/return-from-provider.server.ts";
import { requestContext } from "#web/context.ts";
import type { Route } from "./+types/order-paid.ts";

/**
 * Where a provider sends a buyer back to: GET /order-status/:requestCode/paid. It asks the provider
 * about the attempt that the address names, and goes on to the order's page, which says what is
 * known. A provider that does not answer now is asked again by a job. [S10.3] [S10.5]
 */
export async function loader({ request, params, context }: Route.LoaderArgs) {
  const { services, incident } = context.get(requestContext);
  const { searchParams } = new URL(request.url);
  await returnFromProvider(services, params.requestCode, searchParams).catch((error) => {
    services.log.error("payment not looked at", error, { incident });
  });
  throw redirect(`/order-status/${encodeURIComponent(params.requestCode)}`, { status: 303 });
}
