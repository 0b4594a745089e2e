import type { ReactNode } from "react";
import { useTexts } from "#web/texts.tsx";
import { Button, LinkButton } from "#web/ui/button.tsx";
import { PageHead } from "#web/ui/sheet.tsx";

/** A page that is made to be printed, about an order. [S10.15] */
export function PrintedPage({ title, requestCode, children }: { title: string; requestCode: string; children: ReactNode }) {
  const texts = useTexts("receipt");
  return (
    <article className="frame flex max-w-3xl flex-col gap-4 py-6 sm:py-10 print:py-0">
      <PageHead
        title={title}
        actions={
          <>
            <LinkButton to={`/order-status/${requestCode}`} variant="quiet" className="max-sm:px-0 print:hidden">
              {texts("backToOrder")}
            </LinkButton>
            <Button type="button" variant="secondary" className="scripted print:hidden" onClick={() => print()}>
              {texts("print")}
            </Button>
          </>
        }
      />
      {children}
    </article>
  );
}
