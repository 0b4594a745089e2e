import type { ReactNode } from "react";
import type { Texts } from "#messages/texts.ts";
import { UNSOLVED_ORDERS_OF_ADDRESS_MAX } from "#shop/orders/constants.ts";
import type { ErasingName, LimitName } from "#shop/settings/shop-settings.ts";
import { useTexts } from "#web/texts.tsx";
import { TextField } from "#web/ui/fields/text-field.tsx";
import { Sheet } from "#web/ui/sheet.tsx";

type FieldProps = (name: LimitName | ErasingName) => { name: string; defaultValue: string; error?: string | null | undefined };

/** Limits per buyer, rate limits per address, retention times: whole numbers, 0 for no limit. */
export function SettingsLimits({ field }: { field: FieldProps }) {
  const texts = useTexts("adminSettings");
  return (
    <>
      <Sheet title={texts("holds")}>
        <p className="text-soft">{texts("holdsHint")}</p>
        <Grid>
          {holds(texts).map(([name, label, hint]) => (
            <NumberField key={name} label={label} hint={hint} {...field(name)} />
          ))}
        </Grid>
      </Sheet>
      <Sheet title={texts("limits")}>
        <p className="text-soft">{texts("limitsHint")}</p>
        <Grid>
          {limits(texts).map(([name, label, hint]) => (
            <NumberField key={name} label={label} hint={hint} {...field(name)} />
          ))}
        </Grid>
      </Sheet>
      <Sheet title={texts("erasing")}>
        <p className="text-soft">{texts("erasingHint")}</p>
        <Grid>
          {erasing(texts).map(([name, label, hint]) => (
            <NumberField key={name} label={label} hint={hint} {...field(name)} isRequired={false} />
          ))}
        </Grid>
      </Sheet>
    </>
  );
}

type Rows = (texts: Texts<"adminSettings">) => (readonly [LimitName | ErasingName, label: string, hint: string])[];

const holds: Rows = (texts) => [
  ["pendingOrdersMax", texts("pendingOrdersOfBuyer"), texts("atATime")],
  ["heldIdsMax", texts("reservedIdsOfBuyer"), texts("atATime")],
  ["addressOrdersMax", texts("pendingOrdersOfAddress"), texts("pendingOrdersOfAddressHint", { n: UNSOLVED_ORDERS_OF_ADDRESS_MAX })],
  ["addressIdsMax", texts("reservedIdsOfAddress"), texts("atATime")],
  ["guestOrderHours", texts("guestOrderHours"), texts("guestOrderHoursHint")],
];

const limits: Rows = (texts) => [
  ["lookUpsMax", texts("ordersLookedUp"), texts("inAMinute")],
  ["ordersMax", texts("ordersPlaced"), texts("ordersPlacedHint")],
  ["uploadsMax", texts("proofsSent"), texts("inAMinute")],
  ["eventStreamsMax", texts("livePages"), texts("atATime")],
  ["signInsMax", texts("wrongPasswords"), texts("inAMinute")],
  ["signUpsMax", texts("accountsOpened"), texts("inAMinute")],
  ["resetsMax", texts("passwordLinks"), texts("inFifteenMinutes")],
  ["contactMessagesMax", texts("messagesSent"), texts("inTenMinutes")],
];

const erasing: Rows = (texts) => [
  ["eraseProofsDays", texts("proofDays"), texts("proofDaysHint")],
  ["eraseCodesDays", texts("codeDays"), texts("codeDaysHint")],
  ["eraseIdsDays", texts("idDays"), texts("idDaysHint")],
];

/** Fields side by side where there is room. */
export function Grid({ children }: { children: ReactNode }) {
  return <div className="grid gap-4 sm:grid-cols-2">{children}</div>;
}

/** A whole number. */
export function NumberField({
  isRequired = true,
  ...props
}: { label: string; hint: string; isRequired?: boolean } & ReturnType<FieldProps>) {
  return <TextField {...props} inputMode="numeric" maxLength={7} required={isRequired} />;
}
