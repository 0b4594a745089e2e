import { UNSOLVED_ORDERS_OF_ADDRESS_MAX } from "#shop/orders/constants.ts";
import type { RejectionReason } from "#shop/settings/rejection-reasons.ts";
import { numbersIn } from "#shop/settings/settings-list.ts";
import { useTexts } from "#web/texts.tsx";
import { Sheet } from "#web/ui/sheet.tsx";
import { NumberFields } from "./number-fields.tsx";
import { ReasonRows } from "./reason-rows.tsx";
import type { SettingsFields } from "./settings-form.tsx";

/**
 * The reasons for a rejection, and how much one buyer and one address may reserve; 0 for no limit.
 */
export function OrdersSection({ reasons, fields }: { reasons: RejectionReason[]; fields: SettingsFields }) {
  const texts = useTexts("adminSettings");
  return (
    <>
      <ReasonRows key={JSON.stringify(reasons)} stored={reasons.length} fields={fields} />
      <Sheet title={texts("holds")}>
        <p className="text-soft">{texts("holdsHint")}</p>
        <NumberFields
          names={numbersIn("orders")}
          fields={fields}
          hints={{ addressOrdersMax: texts("pendingOrdersOfAddressHint", { n: UNSOLVED_ORDERS_OF_ADDRESS_MAX }) }}
        />
      </Sheet>
    </>
  );
}
