import { messages } from "#shop/messages.ts";
import { Alert } from "#web/ui/alert.tsx";
import { Button, LinkButton } from "#web/ui/button.tsx";
import { notePlaced } from "./placed-here.ts";

/** In the form's place for whoever came back after ordering: what happened, and the ways on. [S2.14] */
export function ProductOrdered({ productId, requestCode }: { productId: string; requestCode: string }) {
  return (
    <Alert
      kind="success"
      actions={
        <>
          <LinkButton to={`/product/${encodeURIComponent(productId)}?order=${requestCode}`}>See the order</LinkButton>
          <Button variant="secondary" onClick={() => notePlaced(null)}>
            Order another
          </Button>
        </>
      }
    >
      {messages.orderedHere(requestCode)}
    </Alert>
  );
}
