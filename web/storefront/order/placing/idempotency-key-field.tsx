import { use, useEffect, useRef } from "react";
import { PageNonce } from "#web/parts/site/page-context.ts";

const ORDER_KEY_FIELD = "idempotencyKey";

/**
 * The hidden field with the idempotency key, under which this form places one order. A cached page
 * contains no key: an inline script fills the field while the page is parsed, and again when the
 * page returns from the back-forward cache. Without JavaScript a link leads to the same page with a
 * key, `given`. The form needs `autoComplete="off"`, or a browser may restore an earlier key.
 * [S5.2]
 */
export function IdempotencyKeyField({ given }: { given: string | null }) {
  const nonce = use(PageNonce);
  const field = useRef<HTMLInputElement>(null);
  // Inline scripts do not run in elements that React creates in the browser.
  useEffect(() => {
    if (given === null && field.current && field.current.value === "") fillOrderKey(field.current);
  }, [given]);
  if (given !== null) return <input type="hidden" name={ORDER_KEY_FIELD} value={given} />;
  return (
    <>
      {/* React must not control the value, or hydration would overwrite it. */}
      <input ref={field} type="hidden" name={ORDER_KEY_FIELD} suppressHydrationWarning />
      <script
        nonce={nonce ?? ""}
        suppressHydrationWarning
        dangerouslySetInnerHTML={{ __html: `(${fillOrderKey})(document.currentScript.previousElementSibling)` }}
      />
    </>
  );
}

/**
 * Runs in the page as a string, so it must not use anything from this file. It joins random digits
 * because `crypto.randomUUID` exists on https only.
 */
function fillOrderKey(field: HTMLInputElement): void {
  const fill = () => {
    field.value = crypto.getRandomValues(new Uint32Array(8)).join("");
  };
  fill();
  addEventListener("pageshow", (event) => event.persisted && fill());
}
