import { Form, Link } from "react-router";
import { readDay } from "#shop/orders/reading/listed-days.ts";
import type { AskedDays } from "#shop/orders/suppliers/read-suppliers.server.ts";
import { useTexts } from "#web/texts.tsx";
import { Button } from "#web/ui/button.tsx";
import { TextField } from "#web/ui/fields/text-field.tsx";

/** Reads the days that an address asks for; what it says wrongly counts as not said. */
export function readDays(url: string): AskedDays {
  const { searchParams } = new URL(url);
  return { from: readDay(searchParams.get("from")), to: readDay(searchParams.get("to")) };
}

/** The words of an address that ask for these days, with others. */
export function daysQuery({ from, to }: AskedDays, others: Record<string, string> = {}): string {
  const params = new URLSearchParams({ ...(from && { from }), ...(to && { to }), ...others });
  return params.size > 0 ? `?${params}` : "";
}

/** Asks for the numbers of some days; without days they are of all time. [S15.10] */
export function SupplierDays({ days, action }: { days: AskedDays; action: string }) {
  const texts = useTexts("adminSuppliers");
  return (
    <Form method="get" action={action} aria-label={texts("days")} className="flex flex-wrap items-end gap-2">
      <TextField key={`from-${days.from}`} type="date" name="from" label={texts("from")} defaultValue={days.from ?? ""} />
      <TextField key={`to-${days.to}`} type="date" name="to" label={texts("to")} defaultValue={days.to ?? ""} />
      <Button type="submit" variant="secondary">
        {texts("showDays")}
      </Button>
      {(days.from !== null || days.to !== null) && (
        <Link to={action} className="touch-link font-semibold underline underline-offset-4">
          {texts("allTime")}
        </Link>
      )}
    </Form>
  );
}
