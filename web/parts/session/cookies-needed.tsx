import { useTexts } from "#web/texts.tsx";
import { Alert } from "#web/ui/alert.tsx";
import { followed } from "#web/ui/store.ts";

const blocked = followed({ initial: false, read: () => !navigator.cookieEnabled });

/** Says under a login form that it needs cookies, as a warning if the browser blocks them. */
export function CookiesNeeded() {
  const texts = useTexts("session");
  return blocked.use() ? (
    <Alert kind="warning">{texts("cookiesBlocked")}</Alert>
  ) : (
    <p className="text-sm text-soft">{texts("cookiesNeeded")}</p>
  );
}
