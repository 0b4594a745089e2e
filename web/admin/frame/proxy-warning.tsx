import { Link, useLocation } from "react-router";
import { messages } from "#shop/messages.ts";
import { Alert } from "#web/ui/alert.tsx";

const SETTINGS = "/admin/settings";

/** That a proxy seems to stand in front which nobody told the shop about, on every page of the admin but the settings, where all of it is said. */
export function ProxyNotice({ isProxyUnknown }: { isProxyUnknown: boolean }) {
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
