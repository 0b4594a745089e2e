import type { ChoosableMethod } from "#shop/orders/order.ts";
import { BackLink } from "#web/admin/frame/back-link.tsx";
import { namesOfMethods } from "#web/parts/order/payment-methods.ts";
import { useTexts } from "#web/texts.tsx";
import { PageHead } from "#web/ui/sheet.tsx";
import { MethodState } from "./method-state.tsx";
import { aboutMethods } from "./method-words.ts";

/** The head of a method's page: the way back to the list, its name and whether it is on. */
export function MethodHead({ name, isOn }: { name: ChoosableMethod; isOn: boolean }) {
  const texts = useTexts("adminPayments");
  const ofParts = useTexts("parts");
  return (
    <>
      <BackLink to="/admin/payment-methods">{texts("allMethods")}</BackLink>
      <PageHead title={ofParts(namesOfMethods[name])} actions={<MethodState isOn={isOn} />}>
        {texts(aboutMethods[name])}
      </PageHead>
    </>
  );
}
