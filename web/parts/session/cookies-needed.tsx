import { useSyncExternalStore } from "react";
import { messages } from "#shop/messages.ts";
import { Alert } from "#web/ui/alert.tsx";

/** Says under a login form that it needs cookies, as a warning if the browser blocks them. */
export function CookiesNeeded() {
  const areBlocked = useSyncExternalStore(
    () => () => {},
    () => !navigator.cookieEnabled,
    () => false,
  );
  return areBlocked ? (
    <Alert kind="warning">{messages.cookiesBlocked}</Alert>
  ) : (
    <p className="text-sm text-soft">{messages.cookiesNeeded}</p>
  );
}
