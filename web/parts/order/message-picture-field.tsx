import { PROOF_MAX_BYTES } from "#shop/payments/constants.ts";
import { prepareMessagePicture } from "#web/parts/forms/lazy-picture-preparation.ts";
import { useTexts } from "#web/texts.tsx";
import { PictureField } from "#web/ui/fields/picture-field.tsx";
import { sizeText } from "#web/ui/size-text.ts";

/** The field for the picture of a message. [S14.2] */
export function MessagePictureField({ isNeeded, error }: { isNeeded: boolean; error: string | null }) {
  const texts = useTexts("orderMessages");
  const limit = sizeText(PROOF_MAX_BYTES);
  return (
    <PictureField
      label={texts(isNeeded ? "picture" : "addPicture")}
      name="picture"
      accept="image/*"
      hint={texts("pictureHint", { limit })}
      error={error}
      removeLabel={texts("removePicture")}
      preparingLabel={texts("pictureBeingPrepared")}
      prepare={prepareMessagePicture({ notAPicture: texts("proofNotAnImage"), tooBig: texts("proofTooBig", { limit }) })}
    />
  );
}
