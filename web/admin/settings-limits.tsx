import type { ReactNode } from "react";
import type { LimitName } from "#shop/settings/shop-settings.ts";
import { Sheet } from "#web/ui/sheet.tsx";
import { TextField } from "#web/ui/text-field.tsx";

type FieldProps = (name: LimitName) => { name: string; defaultValue: string; error?: string | null | undefined };

/** What one buyer may hold, and how often one address may try: each a whole number, 0 for no limit. */
export function SettingsLimits({ field }: { field: FieldProps }) {
  return (
    <>
      <Sheet title="Holds">
        <p className="text-soft">
          A pending order reserves its IDs. These limits keep one buyer from reserving everything; they count for each guest's browser, each
          customer and each internet address. 0 means no limit.
        </p>
        <Grid>
          {holds.map(([name, label, hint]) => (
            <NumberField key={name} label={label} hint={hint} {...field(name)} />
          ))}
        </Grid>
      </Sheet>
      <Sheet title="Limits">
        <p className="text-soft">
          How often one internet address may try something before it has to wait. A mobile carrier puts thousands of people behind one
          address: rather set them too high than too low. 0 means no limit.
        </p>
        <Grid>
          {tries.map(([name, label, hint]) => (
            <NumberField key={name} label={label} hint={hint} {...field(name)} />
          ))}
        </Grid>
      </Sheet>
    </>
  );
}

type Row = readonly [LimitName, label: string, hint: string];

const holds: Row[] = [
  ["pendingOrdersMax", "Pending orders", "At a time."],
  ["heldIdsMax", "Reserved IDs", "At a time."],
  ["guestOrderHours", "Hours a guest's order waits", "An unpaid “Request First” order of a guest is cancelled after them. 0: never."],
];

const tries: Row[] = [
  ["lookUpsMax", "Orders looked up", "In a minute."],
  ["ordersMax", "Orders placed", "In a minute. Beyond it a browser does a short check instead of waiting."],
  ["uploadsMax", "Payment proofs sent", "In a minute."],
  ["eventStreamsMax", "Pages that follow an order live", "At a time."],
  ["signInsMax", "Wrong passwords for one account", "In a minute."],
  ["signUpsMax", "Accounts opened", "In a minute."],
  ["resetsMax", "Password links asked for", "In 15 minutes."],
  ["contactMessagesMax", "Messages sent to you", "In 10 minutes."],
];

function Grid({ children }: { children: ReactNode }) {
  return <div className="grid gap-4 sm:grid-cols-2">{children}</div>;
}

function NumberField(props: { label: string; hint: string } & ReturnType<FieldProps>) {
  return <TextField {...props} inputMode="numeric" maxLength={7} required />;
}
