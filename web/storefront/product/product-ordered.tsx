import { useTexts } from "#web/texts.tsx";
import { Alert } from "#web/ui/alert.tsx";
import { Button, LinkButton } from "#web/ui/button.tsx";
import { placedHere } from "../order/placing/placed-here.ts";

/** Replaces the form when the buyer goes back after ordering, to avoid a second order. [S2.14] */
export function ProductOrdered({ productId, requestCode }: { productId: string; requestCode: string }) {
  const texts = useTexts("product");
  return (
    <Alert
      kind="success"
      actions={
        <>
          <LinkButton to={`/product/${encodeURIComponent(productId)}?order=${requestCode}`}>{texts("seeOrder")}</LinkButton>
          <Button variant="secondary" onClick={() => placedHere.write(null)}>
            {texts("orderAnother")}
          </Button>
        </>
      }
    >
      {texts("orderedHere", { code: requestCode })}
    </Alert>
  );
}
