import type { ReactNode } from "react";
import { UNSOLVED_ORDERS_OF_ADDRESS_MAX } from "#shop/orders/constants.ts";
import type { ErasingName, LimitName } from "#shop/settings/shop-settings.ts";
import { TextField } from "#web/ui/fields/text-field.tsx";
import { Sheet } from "#web/ui/sheet.tsx";

type FieldProps = (name: LimitName | ErasingName) => { name: string; defaultValue: string; error?: string | null | undefined };

/** Limits per buyer, rate limits per address, retention times: whole numbers, 0 for no limit. */
export function SettingsLimits({ field }: { field: FieldProps }) {
  return (
    <>
      <Sheet title="Holds">
        <p className="text-soft">
          A pending order reserves its IDs. These limits keep one buyer from reserving everything. A buyer is a guest's browser or a
          customer; many buyers may share one internet address. 0 means no limit.
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
          {limits.map(([name, label, hint]) => (
            <NumberField key={name} label={label} hint={hint} {...field(name)} />
          ))}
        </Grid>
      </Sheet>
      <Sheet title="Erasing">
        <p className="text-soft">
          After how many days the shop erases what it need not keep of an order, counted from when the order was approved, rejected or
          cancelled. 0 means never. What was erased does not come back, except from a backup; an ID or a code that was used before is known
          again all the same.
        </p>
        <Grid>
          {erasing.map(([name, label, hint]) => (
            <NumberField key={name} label={label} hint={hint} {...field(name)} isRequired={false} />
          ))}
        </Grid>
      </Sheet>
    </>
  );
}

type Row = readonly [LimitName | ErasingName, label: string, hint: string];

const holds: Row[] = [
  ["pendingOrdersMax", "Pending orders of one buyer", "At a time."],
  ["heldIdsMax", "Reserved IDs of one buyer", "At a time."],
  [
    "addressOrdersMax",
    "Pending orders from one address",
    `At a time. After ${UNSOLVED_ORDERS_OF_ADDRESS_MAX}, browsers do a short check for each.`,
  ],
  ["addressIdsMax", "Reserved IDs from one address", "At a time."],
  ["guestOrderHours", "Hours a guest's order waits", "An unpaid “Request First” order of a guest is cancelled after them. 0: never."],
];

const limits: Row[] = [
  ["lookUpsMax", "Orders looked up", "In a minute."],
  ["ordersMax", "Orders placed", "In a minute. Beyond it a browser does a short check instead of waiting."],
  ["uploadsMax", "Payment proofs sent", "In a minute."],
  ["eventStreamsMax", "Pages that follow an order live", "At a time."],
  ["signInsMax", "Wrong passwords for one account", "In a minute."],
  ["signUpsMax", "Accounts opened", "In a minute."],
  ["resetsMax", "Password links asked for", "In 15 minutes."],
  ["contactMessagesMax", "Messages sent to you", "In 10 minutes."],
];

const erasing: Row[] = [
  ["eraseProofsDays", "Days a payment proof is kept", "The picture of the gift card."],
  ["eraseCodesDays", "Days a gift card code is kept", "With the four last signs that the buyer sees."],
  ["eraseIdsDays", "Days delivered IDs are kept", "Their buyers cannot read them any more after that."],
];

function Grid({ children }: { children: ReactNode }) {
  return <div className="grid gap-4 sm:grid-cols-2">{children}</div>;
}

function NumberField({ isRequired = true, ...props }: { label: string; hint: string; isRequired?: boolean } & ReturnType<FieldProps>) {
  return <TextField {...props} inputMode="numeric" maxLength={7} required={isRequired} />;
}
