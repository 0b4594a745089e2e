import { useEffect, useRef, useState } from "react";
import type { OrderView } from "#shop/orders/order-view.ts";
import { lazyPart } from "#web/parts/lazy-part.ts";
import { Alert } from "#web/ui/alert.tsx";
import { newProofAnswer } from "./order-answer.ts";

const NewProofForm = lazyPart(async () => (await import("./order-new-proof-form.tsx")).NewProofForm);

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
