import { messages } from "#shop/messages.ts";
import { Alert } from "#web/ui/alert.tsx";
import { Button, LinkButton } from "#web/ui/button.tsx";
import { recordPlaced } from "../order/placing/placed-here.ts";

/** Replaces the form when the buyer goes back after ordering, to avoid a second order. [S2.14] */
export function ProductOrdered({ productId, requestCode }: { productId: string; requestCode: string }) {
  return (
    <Alert
      kind="success"
      actions={
        <>
          <LinkButton to={`/product/${encodeURIComponent(productId)}?order=${requestCode}`}>See the order</LinkButton>
          <Button variant="secondary" onClick={() => recordPlaced(null)}>
            Order another
          </Button>
        </>
      }
    >
      {messages.orderedHere(requestCode)}
    </Alert>
  );
}
