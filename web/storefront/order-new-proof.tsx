import { type FormEvent, useEffect, useRef, useState } from "react";
import { useActionData, useFetcher } from "react-router";
import { messages } from "#shop/messages.ts";
import type { OrderView } from "#shop/orders/order-view.ts";
import type { Said } from "#web/say.ts";
import { Alert } from "#web/ui/alert.tsx";
import { Button } from "#web/ui/button.tsx";
import { Sheet } from "#web/ui/sheet.tsx";
import { checkGiftCard, type GiftCardNo } from "./check-order.ts";
import { GiftCardFields } from "./gift-card-fields.tsx";
import { newProofAnswer } from "./order-answer.ts";
import { fieldOf } from "./send-order.ts";

/**
 * A new code and picture after the payment failed verification. When it is not asked for any more while the page is open, that is said in its place, and
 * whoever was typing there is led to it. [S4.9]
 */
export function NewProof({ order }: { order: OrderView }) {
  const isAsked = order.mayResendProof;
  const [wasAsked, setWasAsked] = useState(isAsked);
  if (isAsked && !wasAsked) setWasAsked(true);
  if (isAsked) return <NewProofForm requestCode={order.requestCode} />;
  return wasAsked ? <NotAsked order={order} /> : null;
}

function NotAsked({ order }: { order: OrderView }) {
  const place = useRef<HTMLDivElement>(null);
  const said = newProofAnswer(order);
  useEffect(() => {
    if (document.activeElement === document.body) place.current?.focus();
  }, []);
  return (
    <div ref={place} tabIndex={-1} className="outline-none">
      {said && <Alert kind="info">{said}</Alert>}
    </div>
  );
}

function NewProofForm({ requestCode }: { requestCode: string }) {
  const sending = useFetcher<Said>();
  const posted = useActionData<Said>();
  const [wrong, setWrong] = useState<GiftCardNo | null>(null);
  const said = sending.data ?? posted;
  const no = wrong ?? (said && !said.ok ? said : null);
  const field = no && (("field" in no && no.field) || fieldOf(no.code));

  const check = (event: FormEvent<HTMLFormElement>) => {
    const form = new FormData(event.currentTarget);
    const picture = form.get("paymentProof");
    const refusal = checkGiftCard(String(form.get("giftCardCode") ?? ""), picture instanceof File ? picture : null);
    setWrong(refusal);
    if (refusal) event.preventDefault();
  };

  return (
    <Sheet title="Send a new payment proof">
      <Alert kind="error">{messages.paymentVerificationFailed}</Alert>
      <sending.Form
        method="post"
        action={`/order-status/${requestCode}/proof`}
        encType="multipart/form-data"
        onSubmit={check}
        className="flex flex-col gap-5"
      >
        <GiftCardFields
          codeError={field === "giftCardCode" ? (no?.sentence ?? null) : null}
          proofError={field === "paymentProof" ? (no?.sentence ?? null) : null}
        />
        {no && !field && <Alert kind="error">{no.sentence}</Alert>}
        <Button type="submit" icon="send" isBusy={sending.state !== "idle"} className="sm:self-start">
          Send for verification
        </Button>
      </sending.Form>
    </Sheet>
  );
}
