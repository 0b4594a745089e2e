import { type FormEvent, useRef, useState } from "react";
import { useFetcher } from "react-router";
import { besides } from "#web/parts/forms/besides.ts";
import type { NetworkFailure } from "#web/parts/forms/network-error.ts";
import type { TypedFields } from "#web/parts/forms/typed-fields.ts";
import { usePosted } from "#web/parts/forms/use-posted.ts";
import type { ShownQuestion } from "#web/parts/order/shown-conversation.ts";
import { OwnText } from "#web/parts/text/own-text.tsx";
import type { Said } from "#web/say.ts";
import { useTexts } from "#web/texts.tsx";
import { Alert } from "#web/ui/alert.tsx";
import { Button } from "#web/ui/button.tsx";
import { Sheet } from "#web/ui/sheet.tsx";
import { useFormOfBuyer } from "../access/as-account.ts";
import { checkGiftCard, type GiftCardNo } from "../placing/check-order.ts";
import { fieldOf } from "../placing/field-of.ts";
import { GiftCardFields } from "./gift-card-fields.tsx";
import { ResendNotice } from "./resend-notice.tsx";
import { useFocusOnError } from "./use-focus-on-error.ts";
import { useSentAgain } from "./use-resend.ts";

type Props = {
  requestCode: string;
  /** The open question; null after a failed verification of an earlier release. */
  question: ShownQuestion | null;
  isFailed: boolean;
};

/**
 * Sends a new code and picture after checking them in the browser; resends them after a network
 * error. [S4.9] [S5.3] [S9.4]
 */
export function NewProofForm({ requestCode, question, isFailed }: Props) {
  const texts = useTexts("orderForm");
  const form = useFormOfBuyer(`/order-status/${requestCode}/proof`);
  const sending = useFetcher<Said | NetworkFailure>();
  const place = useRef<HTMLFormElement>(null);
  const { isSentAgain, stop } = useSentAgain(sending.data, () => void sending.submit(place.current));
  const posted = usePosted<Said & { typed?: TypedFields }>();
  const [wrong, setWrong] = useState<GiftCardNo | null>(null);
  const said = sending.data ?? posted;
  const no = wrong ?? (said && !said.ok ? said : null);
  const field = no && (("field" in no && no.field) || fieldOf(no.code));

  useFocusOnError(place, no);

  const check = (event: FormEvent<HTMLFormElement>) => {
    const form = new FormData(event.currentTarget);
    const picture = form.get("paymentProof");
    const refusal = checkGiftCard(String(form.get("giftCardCode") ?? ""), picture instanceof File ? picture : null, texts);
    setWrong(refusal);
    if (refusal) event.preventDefault();
  };

  return (
    <Sheet title={texts("newProofTitle")}>
      {isFailed && <Alert kind="error">{texts("paymentVerificationFailed")}</Alert>}
      {question?.text && (
        <p dir="auto" className="whitespace-pre-wrap wrap-anywhere">
          <OwnText language={question.language}>{question.text}</OwnText>
        </p>
      )}
      <sending.Form ref={place} method="post" action={form} encType="multipart/form-data" onSubmit={check} className="flex flex-col gap-5">
        {question && <input type="hidden" name="answers" value={question.number} />}
        <GiftCardFields
          code={posted?.typed?.giftCardCode}
          codeError={besides(no && { ...no, field }, "giftCardCode")}
          proofError={besides(no && { ...no, field }, "paymentProof")}
        />
        {isSentAgain ? <ResendNotice onStop={stop} /> : no && !field && <Alert kind="error">{no.sentence}</Alert>}
        <Button type="submit" icon="send" isBusy={sending.state !== "idle"} className="sm:self-start">
          {texts("sendForVerification")}
        </Button>
      </sending.Form>
    </Sheet>
  );
}
