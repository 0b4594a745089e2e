import { GIFT_CARD_CODE_MAX_LENGTH, PROOF_MAX_BYTES } from "#shop/constants.ts";
import { PictureField } from "#web/ui/picture-field.tsx";
import { sizeText } from "#web/ui/size-text.ts";
import { TextField } from "#web/ui/text-field.tsx";

/** What paying with a gift card takes: its code and a picture of it. Nothing is cut silently; what does not count is said. [S1.5] [S5.3] */
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
        hint="Letters and digits; spaces and hyphens do not count."
        error={codeError}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        fieldClassName="code"
      />
      <PictureField
        label="Payment proof"
        name="paymentProof"
        accept="image/*"
        hint={`A screenshot of the gift card, at most ${sizeText(PROOF_MAX_BYTES)}. Only we see it.`}
        error={proofError}
        removeLabel="Remove the picture"
      />
    </div>
  );
}
