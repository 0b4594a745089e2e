import { useSyncExternalStore } from "react";
import { useTexts } from "#web/texts.tsx";
import { Alert } from "#web/ui/alert.tsx";

/** Says under a login form that it needs cookies, as a warning if the browser blocks them. */
export function CookiesNeeded() {
  const texts = useTexts("session");
  const areBlocked = useSyncExternalStore(
    () => () => {},
    () => !navigator.cookieEnabled,
    () => false,
  );
  return areBlocked ? (
    <Alert kind="warning">{texts("cookiesBlocked")}</Alert>
  ) : (
    <p className="text-sm text-soft">{texts("cookiesNeeded")}</p>
  );
}
