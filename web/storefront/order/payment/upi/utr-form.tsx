import { useRef } from "react";
import { PROOF_MAX_BYTES, UTR_TYPED_MAX_LENGTH } from "#shop/payments/constants.ts";
import { besides } from "#web/parts/forms/besides.ts";
import { prepareProof } from "#web/parts/forms/lazy-picture-preparation.ts";
import { isAbout } from "#web/parts/forms/refusal-alert.tsx";
import type { TypedAnswer } from "#web/parts/forms/typed-fields.ts";
import { useAnswer } from "#web/parts/forms/use-answer.ts";
import { usePosted } from "#web/parts/forms/use-posted.ts";
import { useFormOfBuyer } from "#web/storefront/order/access/as-account.ts";
import { useFocusOnError } from "#web/storefront/order/proofs/use-focus-on-error.ts";
import { rich, useTexts } from "#web/texts.tsx";
import { Alert } from "#web/ui/alert.tsx";
import { Button } from "#web/ui/button.tsx";
import { PictureField } from "#web/ui/fields/picture-field.tsx";
import { TextField } from "#web/ui/fields/text-field.tsx";
import { Sheet } from "#web/ui/sheet.tsx";
import { sizeText } from "#web/ui/size-text.ts";

/** `why` is the text of what the UTR is for. `isSecond` says that paying has the page's main button. */
type Props = { requestCode: string; why: "utrNeeded" | "utrHelps" | "utrSpared"; isSecond?: boolean };

/** The form for the UTR; once one was sent, that one and a way to send another. [S10.12] */
export function UtrSheet({ sent, ...form }: Props & { sent: string | null }) {
  const texts = useTexts("orderUpi");
  if (sent === null)
    return (
      <Sheet title={texts("utrTitle")}>
        <UtrForm {...form} />
      </Sheet>
    );
  return (
    <Sheet title={texts("checkingTitle")}>
      <p>
        {rich(texts, "checking", {
          utr: () => (
            <span translate="no" className="code font-semibold">
              {sent}
            </span>
          ),
        })}
      </p>
      <details>
        <summary className="touch-link cursor-pointer font-semibold underline">{texts("sendAnother")}</summary>
        <UtrForm {...form} />
      </details>
    </Sheet>
  );
}

function UtrForm({ requestCode, why, isSecond = false }: Props) {
  const texts = useTexts("orderUpi");
  const form = useFormOfBuyer(`/order-status/${requestCode}/utr`);
  const place = useRef<HTMLFormElement>(null);
  const answered = usePosted<TypedAnswer>();
  const { Form, isBusy, refusal } = useAnswer(answered, () => place.current?.reset());
  useFocusOnError(place, refusal);
  const fields = ["utr", "screenshot"];
  return (
    <Form ref={place} method="post" action={form} encType="multipart/form-data" className="flex flex-col gap-5">
      <p className="text-soft">{texts(why)}</p>
      <TextField
        label={texts("utr")}
        name="utr"
        required
        inputMode="numeric"
        autoComplete="off"
        maxLength={UTR_TYPED_MAX_LENGTH}
        defaultValue={answered?.typed?.utr}
        hint={texts("utrHint")}
        error={besides(refusal, "utr")}
        translate="no"
        fieldClassName="code"
      />
      <PictureField
        label={texts("screenshot")}
        name="screenshot"
        accept="image/*"
        hint={texts("screenshotHint", { limit: sizeText(PROOF_MAX_BYTES) })}
        error={besides(refusal, "screenshot")}
        removeLabel={texts("removePicture")}
        preparingLabel={texts("pictureBeingPrepared")}
        prepare={prepareProof}
      />
      {refusal && !isAbout(refusal, fields) && <Alert kind="error">{refusal.sentence}</Alert>}
      <Button type="submit" variant={isSecond ? "secondary" : "primary"} icon="send" isBusy={isBusy} className="sm:self-start">
        {texts("sendUtr")}
      </Button>
    </Form>
  );
}
