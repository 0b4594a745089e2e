import type { MouseEventHandler } from "react";
import { Link } from "react-router";
import { COPIED_SINGLE_INDICATOR_MS } from "#shop/constants.ts";
import { useMayOpen } from "#web/admin/frame/use-may.ts";
import { useTexts } from "#web/texts.tsx";
import { CopyButton } from "#web/ui/copy-button.tsx";

type Props = {
  requestCode: string;
  /** Called before the link is followed; it may prevent that. */
  onClick?: MouseEventHandler | undefined;
};

/** A request code as a link to the order's page, for who may open that, with a copy button. */
export function RequestCodeLink({ requestCode, onClick }: Props) {
  const texts = useTexts("adminFrame");
  const to = `/admin/orders/${requestCode}`;
  const mayOpen = useMayOpen();
  return (
    <span className="-my-2.5 inline-flex items-center">
      {mayOpen(to) ? (
        <Link to={to} onClick={onClick} translate="no" className="code code-link touch-link underline">
          {requestCode}
        </Link>
      ) : (
        <span translate="no" className="code">
          {requestCode}
        </span>
      )}
      <CopyButton
        isWordless
        text={requestCode}
        words={{
          label: texts("copyRequestCode", { code: requestCode }),
          copied: texts("copiedToClipboard"),
          failed: texts("copyingBlocked"),
        }}
        forMs={COPIED_SINGLE_INDICATOR_MS}
        className="-mx-2 text-soft"
      />
    </span>
  );
}
