import { GIFT_CARD_CODE_MAX_LENGTH } from "#shop/constants.ts";
import { messages } from "#shop/messages.ts";
import { PROOF_MAX_BYTES } from "#shop/payments/constants.ts";
import { prepareProof } from "#web/parts/forms/lazy-picture-preparation.ts";
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
  code?: string;
  codeError: string | null;
  proofError: string | null;
}) {
  return (
    <div className="flex flex-col gap-4">
      <TextField
        label={`Gift card code (${GIFT_CARD_CODE_MAX_LENGTH} digits)`}
        name="giftCardCode"
        defaultValue={code}
        hint="Letters and digits; spaces and dashes don't count."
        error={codeError}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        translate="no"
        fieldClassName="code"
      />
      <PictureField
        label="Payment proof"
        name="paymentProof"
        accept="image/*"
        hint={`A screenshot of the gift card, at most ${sizeText(PROOF_MAX_BYTES)}. Only we see it.`}
        error={proofError}
        removeLabel="Remove the picture"
        preparingLabel={messages.pictureBeingPrepared}
        prepare={prepareProof}
      />
    </div>
  );
}
