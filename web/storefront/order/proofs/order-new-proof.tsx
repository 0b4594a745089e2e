import { useEffect, useRef, useState } from "react";
import type { OrderView } from "#shop/orders/reading/order-view.ts";
import type { ShownQuestion } from "#web/parts/order/shown-conversation.ts";
import { lazyPart } from "#web/parts/site/lazy-part.ts";
import { useTexts } from "#web/texts.tsx";
import { Alert } from "#web/ui/alert.tsx";
import { newProofAnswer } from "../order-answer.ts";

const NewProofForm = lazyPart(async () => (await import("./order-new-proof-form.tsx")).NewProofForm);

/**
 * The form for a new code and picture after the payment failed verification. When it is no longer
 * needed while the page is open, a note takes its place and gets the focus if somebody was typing.
 * [S4.9]
 */
export function NewProof({ order, question }: { order: OrderView; question: ShownQuestion | null }) {
  const texts = useTexts("orderForm");
  const isAsked = order.mayResendProof;
  const [wasAsked, setWasAsked] = useState(isAsked);
  if (isAsked && !wasAsked) setWasAsked(true);
  if (isAsked) return <NewProofForm requestCode={order.requestCode} question={question} isFailed={order.paymentVerified === false} />;
  return wasAsked ? <NotAsked said={newProofAnswer(order, texts)} /> : null;
}

function NotAsked({ said }: { said: string | null }) {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (document.activeElement === document.body) place.current?.focus();
  }, []);
  return (
    <div ref={place} tabIndex={-1} className="outline-none">
      {said && <Alert kind="info">{said}</Alert>}
    </div>
  );
}
