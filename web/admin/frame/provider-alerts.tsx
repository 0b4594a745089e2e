import { Link, useLocation } from "react-router";
import type { ProviderWarning } from "#shop/payments/methods/provider-warnings.server.ts";
import { When } from "#web/parts/text/time.tsx";
import { rich, useTexts } from "#web/texts.tsx";
import { Alert } from "#web/ui/alert.tsx";

const METHODS = "/admin/payment-methods";
const names = { razorpay: "Razorpay", stripe: "Stripe" } as const;

/**
 * Says on every admin page that a provider does not answer, or that buyers get IDs for nothing
 * because of test keys. The page of the payment methods says so itself. [S10.11]
 */
export function ProviderAlerts({ warnings }: { warnings: ProviderWarning[] }) {
  const texts = useTexts("adminFrame");
  const { pathname } = useLocation();
  if (pathname === METHODS || pathname.startsWith(`${METHODS}/`)) return null;
  const link = (words: React.ReactNode) => (
    <Link to={METHODS} className="font-semibold underline">
      {words}
    </Link>
  );
  return warnings.map((warning) => (
    <Alert key={`${warning.name} ${warning.kind}`} kind={warning.kind === "silent" ? "warning" : "error"}>
      {warning.kind === "silent"
        ? rich(texts, "providerSilent", { provider: names[warning.name], time: () => <When at={warning.since} />, link })
        : rich(texts, "providerTestKeys", { provider: names[warning.name], link })}
    </Alert>
  ));
}
