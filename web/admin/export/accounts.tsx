import { useShopClock } from "#web/parts/text/use-shop-clock.ts";
import { useTexts } from "#web/texts.tsx";
import { Button, buttonStyle } from "#web/ui/button.tsx";
import { TextField } from "#web/ui/fields/text-field.tsx";
import { Icon } from "#web/ui/icon.tsx";
import { Sheet } from "#web/ui/sheet.tsx";
import { accountsMonths, accountsYears } from "./accounts-periods.ts";

/** The accountant's files: of the last months and years, and of any period. [S12.8] */
export function Accounts({ now }: { now: Date }) {
  const texts = useTexts("adminExport");
  const parts = useTexts("parts");
  const clock = useShopClock();
  const months = accountsMonths(now, clock).map(({ year, month, ...period }) => ({
    ...period,
    name: texts("accountsMonth", { month: parts("month", { month: String(month) }), year: String(year) }),
  }));
  const years = accountsYears(now, clock).map(({ name, ...period }) => ({ ...period, name: texts("accountsYear", { year: name }) }));
  return (
    <Sheet title={texts("accounts")}>
      <p className="text-soft">{texts("accountsMean")}</p>
      <ul className="accounts-periods">
        {[...months, ...years].map(({ name, from, to }, n) => (
          <li key={name} className={n < months.length ? undefined : "accounts-year"}>
            <a
              href={`/admin/accounts.csv?from=${from}&to=${to}`}
              download
              className={buttonStyle({ variant: "secondary" }, "max-sm:w-full max-sm:px-2")}
            >
              <Icon name="download" />
              {name}
            </a>
          </li>
        ))}
      </ul>
      <form action="/admin/accounts.csv" aria-label={texts("accountsOfPeriod")} className="flex flex-wrap items-end gap-3">
        <TextField type="date" name="from" label={texts("accountsFrom")} required />
        <TextField type="date" name="to" label={texts("accountsTo")} required />
        <Button type="submit" variant="secondary" icon="download">
          {texts("downloadAccounts")}
        </Button>
      </form>
    </Sheet>
  );
}
