import { Link, useLocation } from "react-router";
import type { ProviderWarning } from "#shop/payments/methods/provider-warnings.server.ts";
import { usePaymentMethods } from "#web/parts/order/payment-methods.ts";
import { When } from "#web/parts/text/time.tsx";
import { rich, useTexts } from "#web/texts.tsx";
import { Alert } from "#web/ui/alert.tsx";

const METHODS = "/admin/payment-methods";
const names = { razorpay: "Razorpay", stripe: "Stripe" } as const;

/**
 * Says on every admin page that a provider does not answer, that buyers get IDs for nothing because
 * of test keys, or that nobody can order because no payment method is on, as after the import of an
 * export. The page of the provider says the first two itself. [S10.1] [S10.11]
 */
export function ProviderAlerts({ warnings }: { warnings: ProviderWarning[] }) {
  const texts = useTexts("adminFrame");
  const { pathname } = useLocation();
  const isAnyOn = usePaymentMethods().length > 0;
  const link = (to: string) => (words: React.ReactNode) => (
    <Link to={to} className="font-semibold underline">
      {words}
    </Link>
  );
  const none = isAnyOn ? null : <Alert kind="error">{rich(texts, "noPaymentMethodOn", { link: link(METHODS) })}</Alert>;
  const elsewhere = warnings.filter(({ name }) => !`${pathname}/`.startsWith(`${METHODS}/${name}/`));
  const alerts = elsewhere.map((warning) => (
    <Alert key={`${warning.name} ${warning.kind}`} kind={warning.kind === "silent" ? "warning" : "error"}>
      {warning.kind === "silent"
        ? rich(texts, "providerUnresponsive", {
            provider: names[warning.name],
            time: () => <When at={warning.since} />,
            link: link(`${METHODS}/${warning.name}`),
          })
        : rich(texts, "providerTestKeys", { provider: names[warning.name], link: link(`${METHODS}/${warning.name}`) })}
    </Alert>
  ));
  return (
    <>
      {none}
      {alerts}
    </>
  );
}
