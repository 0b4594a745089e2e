import { useState } from "react";
import { rupeesText } from "#shop/money.ts";
import { NOTE_MAX_LENGTH } from "#shop/orders/constants.ts";
import { isProviderName } from "#shop/payments/payment.ts";
import { useSourceName } from "#web/admin/orders/payment/use-source-name.ts";
import { besides } from "#web/parts/forms/besides.ts";
import type { TypedFields } from "#web/parts/forms/typed-fields.ts";
import type { useAnswer } from "#web/parts/forms/use-answer.ts";
import { useTexts } from "#web/texts.tsx";
import { Button } from "#web/ui/button.tsx";
import { classNames } from "#web/ui/class-names.ts";
import { RadioCards } from "#web/ui/fields/radio-cards.tsx";
import { TextField } from "#web/ui/fields/text-field.tsx";
import type { ShownClaim } from "./claims.tsx";

type Props = {
  share: NonNullable<ShownClaim["share"]>;
  typed: TypedFields | undefined;
  refusal: ReturnType<typeof useAnswer>["refusal"];
  isBusy: boolean;
};

/**
 * How the share of a claimed ID goes back: by the provider that took it, or by hand with a reference.
 * Without script the reference stands below both ways. [S15.6]
 */
export function RefundFields({ share: { paise, source }, typed, refusal, isBusy }: Props) {
  const texts = useTexts("adminClaims");
  const provider = useSourceName()(source);
  const isByProvider = isProviderName(source);
  const [how, setHow] = useState(typed?.how === "by hand" || !isByProvider ? "by hand" : "provider");
  return (
    <div className="flex flex-col gap-4 pt-2">
      <input type="hidden" name="amount" value={rupeesText(paise)} />
      {isByProvider ? (
        <RadioCards
          legend={texts("howToRefund")}
          name="how"
          defaultValue={how}
          onValue={setHow}
          cards={[
            { value: "provider", title: texts("refundByProvider", { provider }), text: texts("refundByProviderHint") },
            { value: "by hand", title: texts("refundByHand"), text: texts("refundByHandHint") },
          ]}
        />
      ) : (
        <p className="text-soft">{texts("refundByHandHint")}</p>
      )}
      <div className={classNames(how === "provider" && "hidden noscript:block")}>
        <TextField
          label={texts("refundReference")}
          name="reference"
          required={how === "by hand" && !isByProvider}
          maxLength={NOTE_MAX_LENGTH}
          autoComplete="off"
          defaultValue={typed?.reference}
          error={besides(refusal, "reference")}
        />
      </div>
      <Button type="submit" isBusy={isBusy} className="self-start">
        {texts(how === "provider" ? "refundNow" : "refundNote")}
      </Button>
    </div>
  );
}
