import { useFetcher } from "react-router";
import type { OrderSharing } from "#shop/orders/access/order-views.server.ts";
import type { OrderView } from "#shop/orders/reading/order-view.ts";
import type { NetworkFailure } from "#web/parts/forms/network-error.ts";
import { When } from "#web/parts/text/time.tsx";
import type { Said } from "#web/say.ts";
import { rich, useTexts } from "#web/texts.tsx";
import { Button } from "#web/ui/button.tsx";
import { Sheet } from "#web/ui/sheet.tsx";
import { useRefusalSaid } from "#web/ui/toast.tsx";
import { LinkRevocation } from "./order-access-sheet.tsx";

type Props = { order: Pick<OrderView, "requestCode" | "privatePath">; sharing: OrderSharing };

/**
 * Who else can read an order, for its owner and admins; for a customer who opened its link, the
 * button that adds it to the account; for one who did, the button that removes it. [S6.6]
 */
export function OrderSharingSheet({ order, sharing: { others, ownView, mayAdd } }: Props) {
  const texts = useTexts("order");
  const path = `/order-status/${order.requestCode}/views`;
  const hasOthers = others !== null && (others.views.length > 0 || others.devices > 0);
  return (
    <>
      {mayAdd && (
        <Sheet className="print:hidden" title={texts("addSharedTitle")}>
          <p>{texts("addSharedMeans")}</p>
          <Act action={path} label={texts("addToMyOrders")} />
        </Sheet>
      )}
      {ownView !== null && (
        <Sheet className="print:hidden" title={texts("sharedWithYou")}>
          <p>{texts("sharedWithYouMeans")}</p>
          <Act action={`${path}/${ownView}/ending`} label={texts("removeFromMyOrders")} />
        </Sheet>
      )}
      {hasOthers && (
        <Sheet className="print:hidden" title={texts("whoElseCanRead")}>
          <ul className="flex flex-col gap-3">
            {others.views.map(({ id, email, addedAt }) => (
              <li key={id} className="flex flex-wrap items-center justify-between gap-2">
                <span className="min-w-0 wrap-anywhere">
                  {rich(texts, "readerSince", { email, time: () => <When at={addedAt} as="date" /> })}
                </span>
                <Act action={`${path}/${id}/ending`} label={texts("endView")} of={email} />
              </li>
            ))}
          </ul>
          {others.devices > 0 && <p>{texts("devicesByLink", { count: others.devices })}</p>}
          {others.devices > 0 && !order.privatePath && <LinkRevocation requestCode={order.requestCode} />}
        </Sheet>
      )}
    </>
  );
}

function Act({ action, label, of }: { action: string; label: string; of?: string }) {
  const acting = useFetcher<Said | NetworkFailure>();
  useRefusalSaid(acting.data);
  return (
    <acting.Form method="post" action={action}>
      <Button type="submit" variant="secondary" isBusy={acting.state !== "idle"}>
        <span>{label}</span>
        {of && <span className="unseen"> {of}</span>}
      </Button>
    </acting.Form>
  );
}
