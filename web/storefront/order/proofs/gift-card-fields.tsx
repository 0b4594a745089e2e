import { GIFT_CARD_CODE_MAX_LENGTH } from "#shop/constants.ts";
import { PROOF_MAX_BYTES } from "#shop/payments/constants.ts";
import { prepareProof } from "#web/parts/forms/lazy-picture-preparation.ts";
import { useTexts } from "#web/texts.tsx";
import { PictureField } from "#web/ui/fields/picture-field.tsx";
import { TextField } from "#web/ui/fields/text-field.tsx";
import { sizeText } from "#web/ui/size-text.ts";

/**
 * The fields for a gift card: code and picture. Input is never cut silently; a code that does not
 * count is reported. [S1.5] [S5.3]
 */
export function GiftCardFields({
  code = "",
  codeError,
  proofError,
}: {
  code?: string | undefined;
  codeError: string | null;
  proofError: string | null;
}) {
  const texts = useTexts("orderForm");
  return (
    <div className="flex flex-col gap-4">
      <TextField
        label={texts("giftCardCode", { digits: GIFT_CARD_CODE_MAX_LENGTH })}
        name="giftCardCode"
        defaultValue={code}
        hint={texts("giftCardCodeHint")}
        error={codeError}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        translate="no"
        fieldClassName="code"
      />
      <PictureField
        label={texts("paymentProof")}
        name="paymentProof"
        accept="image/*"
        hint={texts("paymentProofHint", { limit: sizeText(PROOF_MAX_BYTES) })}
        error={proofError}
        removeLabel={texts("removePicture")}
        preparingLabel={texts("pictureBeingPrepared")}
        prepare={prepareProof}
      />
    </div>
  );
}
