import { Link } from "react-router";
import { numbersIn } from "#shop/settings/settings-list.ts";
import { rich, useTexts } from "#web/texts.tsx";
import { Sheet } from "#web/ui/sheet.tsx";
import { NumberFields } from "./number-fields.tsx";
import type { SettingsFields } from "./settings-form.tsx";

/** What is delivered without a look, and how long an order waits for its money. [S10.6] [S10.8] [S10.17] */
export function PaymentsSection({ fields }: { fields: SettingsFields }) {
  const texts = useTexts("adminSettings");
  return (
    <Sheet id="instant-delivery" title={texts("instantDelivery")}>
      <p className="text-soft">{texts("instantDeliveryLead")}</p>
      <NumberFields names={numbersIn("payments")} fields={fields} />
      <p className="field-hint">
        {rich(texts, "paymentMethodsElsewhere", {
          link: (words) => (
            <Link to="/admin/payment-methods" className="touch-link underline">
              {words}
            </Link>
          ),
        })}
      </p>
    </Sheet>
  );
}
