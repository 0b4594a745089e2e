import { limitNames } from "#shop/settings/limits-choice.ts";
import { useTexts } from "#web/texts.tsx";
import { Alert } from "#web/ui/alert.tsx";
import { TickField } from "#web/ui/fields/tick-field.tsx";
import { Sheet } from "#web/ui/sheet.tsx";
import type { SettingsFields } from "../settings-form.tsx";
import { LimitsFields } from "./limits-fields.tsx";

/** The second factor of admins, and rate limits per address. */
export function SecuritySection({ fields, isProxyUnknown }: { fields: SettingsFields; isProxyUnknown: boolean }) {
  const texts = useTexts("adminSettings");
  return (
    <>
      <Sheet title={texts("admin")}>
        <TickField label={texts("requireSecondFactor")} text={texts("requireSecondFactorHint")} {...fields.tick("requiresSecondFactor")} />
      </Sheet>
      {isProxyUnknown && <Alert kind="warning">{texts("proxyNotTrusted")}</Alert>}
      <Sheet title={texts("limits")}>
        <p className="text-soft">{texts("limitsHint")}</p>
        <LimitsFields key={limitNames.map((name) => fields.text(name).defaultValue).join()} fields={fields} />
      </Sheet>
    </>
  );
}
