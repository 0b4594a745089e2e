import { useTexts } from "#web/texts.tsx";
import { Alert } from "#web/ui/alert.tsx";
import { TickField } from "#web/ui/fields/tick-field.tsx";
import { Sheet } from "#web/ui/sheet.tsx";
import { NumberFields } from "./number-fields.tsx";
import type { SettingsFields } from "./settings-form.tsx";

/** The second factor of admins, and rate limits per address; 0 for no limit. */
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
        <NumberFields
          fields={fields}
          rows={[
            ["lookUpsMax", texts("ordersLookedUp"), texts("inAMinute")],
            ["ordersMax", texts("ordersPlaced"), texts("ordersPlacedHint")],
            ["uploadsMax", texts("proofsSent"), texts("inAMinute")],
            ["eventStreamsMax", texts("livePages"), texts("atATime")],
            ["signInsMax", texts("wrongPasswords"), texts("inAMinute")],
            ["signUpsMax", texts("accountsOpened"), texts("inAMinute")],
            ["resetsMax", texts("passwordLinks"), texts("inFifteenMinutes")],
            ["contactMessagesMax", texts("messagesSent"), texts("inTenMinutes")],
          ]}
        />
      </Sheet>
    </>
  );
}
