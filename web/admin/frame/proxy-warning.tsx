import { Link, useLocation } from "react-router";
import { useTexts } from "#web/texts.tsx";
import { Alert } from "#web/ui/alert.tsx";

const SETTINGS = "/admin/settings/security";

/** Warns that an unknown proxy seems to be in front of the shop; the settings say more. */
export function ProxyWarning({ isProxyUnknown }: { isProxyUnknown: boolean }) {
  const texts = useTexts("adminFrame");
  const { pathname } = useLocation();
  if (!isProxyUnknown || pathname === SETTINGS) return null;
  return (
    <Alert kind="warning">
      {texts("proxyUnnamed")}{" "}
      <Link to={SETTINGS} className="font-semibold underline">
        {texts("whatToDo")}
      </Link>
    </Alert>
  );
}
