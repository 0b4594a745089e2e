import type { OrderView } from "#shop/orders/reading/order-view.ts";
import { useTexts } from "#web/texts.tsx";
import { LinkButton } from "#web/ui/button.tsx";
import { Sheet } from "#web/ui/sheet.tsx";

type Asked = Pick<OrderView, "requestCode">;

/**
 * What the buyer of a rejected or cancelled order can do now: order again, or look at what is on
 * sale if that product is not any more.
 */
export function EndedWays({ order, isOnSale }: { order: Asked & Pick<OrderView, "productId">; isOnSale: boolean }) {
  const texts = useTexts("order");
  return (
    <div className="flex flex-wrap gap-2 max-sm:*:flex-auto print:hidden">
      {isOnSale ? (
        <LinkButton to={`/product/${encodeURIComponent(order.productId)}`} icon="refresh">
          {texts("orderAgain")}
        </LinkButton>
      ) : (
        <LinkButton to="/products" icon="ticket">
          {texts("seeProducts")}
        </LinkButton>
      )}
      <MessageUs order={order} />
    </div>
  );
}

/**
 * How a visitor who has only the request code can unlock the rest of the order; `isExplained` if
 * the page's first sentences say so already. [S2.15] [S6.6]
 */
export function StrangersWays({ order, isGuest, isExplained }: { order: Asked; isGuest: boolean; isExplained: boolean }) {
  const texts = useTexts("order");
  return (
    <Sheet title={texts("isItYours")}>
      {!isExplained && <p>{texts("howToUnlock")}</p>}
      <div className="flex flex-wrap gap-2 max-sm:*:flex-auto">
        {isGuest && (
          <LinkButton to={`/login?to=/order-status/${order.requestCode}`} variant="secondary" icon="login">
            {texts("logIn")}
          </LinkButton>
        )}
        <MessageUs order={order} />
      </div>
    </Sheet>
  );
}

/** Leads to the contact form with the request code filled in. [S2.27] */
function MessageUs({ order: { requestCode } }: { order: Asked }) {
  const texts = useTexts("order");
  return (
    <LinkButton to={`/contact?${new URLSearchParams({ order: requestCode })}`} variant="secondary" icon="chat">
      {texts("messageUs")}
    </LinkButton>
  );
}
