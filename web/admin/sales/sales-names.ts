import type { KeyIn } from "#messages/texts.ts";
import type { PaymentMethod } from "#shop/orders/order.ts";
import type { SalesBy } from "#shop/orders/sales/sales.ts";
import type { NamedRow } from "#shop/orders/sales/sales-table.ts";
import { namesOfMethods } from "#web/parts/order/payment-methods.ts";
import { useTexts } from "#web/texts.tsx";

/** The name of each kind of table. */
export const byWords = {
  day: "byDay",
  week: "byWeek",
  month: "byMonth",
  hour: "byHour",
  product: "byProduct",
  method: "byMethod",
  supplier: "bySupplier",
  person: "byPerson",
} as const satisfies Record<SalesBy, KeyIn<"adminSales">>;

/** Returns the name of a row: a day, a product and so on. */
export function useRowName(): (by: SalesBy, row: Pick<NamedRow, "key"> & Partial<NamedRow>) => string {
  const texts = useTexts("adminSales");
  const parts = useTexts("parts");
  const date = (day: string) => {
    const [year = "", month = "", date = ""] = day.split("-");
    return { year, month: parts("month", { month: String(Number(month)) }), day: String(Number(date)) };
  };
  return (by, { key, name }) => {
    if (by === "hour") return texts("hourFrom", { hour: key });
    if (by === "day") return parts("date", date(key));
    if (by === "week") return texts("weekOf", { day: parts("date", date(key)) });
    if (by === "month") return texts("monthOf", { month: date(key).month, year: date(key).year });
    if (by === "method") return key in namesOfMethods ? parts(namesOfMethods[key as PaymentMethod]) : key;
    if (name) return name;
    if (by === "supplier") return texts("noSupplier");
    return by === "person" ? texts(key.startsWith("api-key:") ? "apiKey" : "shopItself") : key;
  };
}
