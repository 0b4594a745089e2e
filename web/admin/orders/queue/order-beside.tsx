import { type RefObject, useEffect } from "react";
import { useTexts } from "#web/texts.tsx";
import { LinkButton } from "#web/ui/button.tsx";
import { OrderSheets, type OrderShown } from "../detail/order-sheets.tsx";

type Props = {
  shown: OrderShown;
  /** The queue's address without the order. */
  toClose: string;
  onClose: () => void;
  onDecided: () => void;
  /** The code of the order whose heading is focused once it is shown. */
  focused: RefObject<string | null>;
};

/** An order beside the queue, with all that its page shows. [S12.6] */
export function OrderBeside({ shown, toClose, onClose, onDecided, focused }: Props) {
  const texts = useTexts("adminQueue");
  const { requestCode } = shown.order;
  useEffect(() => {
    if (focused.current === requestCode) document.querySelector<HTMLElement>("#order-beside h2")?.focus();
    focused.current = null;
  }, [requestCode, focused]);
  const close = (
    <LinkButton to={toClose} preventScrollReset onClick={onClose} variant="quiet" icon="cross">
      {texts("close")}
    </LinkButton>
  );
  return <OrderSheets {...shown} beside={{ actions: close, onDecided }} />;
}
