import { Link, useLocation } from "react-router";
import { messages } from "#shop/messages.ts";
import { Alert } from "#web/ui/alert.tsx";

const SETTINGS = "/admin/settings";

/** Warns that an unknown proxy seems to be in front of the shop; the settings page says more. */
export function ProxyWarning({ isProxyUnknown }: { isProxyUnknown: boolean }) {
  const { pathname } = useLocation();
  if (!isProxyUnknown || pathname === SETTINGS) return null;
  return (
    <Alert kind="warning">
      {messages.proxyUnnamed}{" "}
      <Link to={SETTINGS} className="font-semibold underline">
        What to do
      </Link>
    </Alert>
  );
}
