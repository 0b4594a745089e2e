import type { ReactNode } from "react";
import { useFetcher } from "react-router";
import type { NetworkFailure } from "#web/parts/forms/network-error.ts";
import type { Said } from "#web/say.ts";
import { useTexts } from "#web/texts.tsx";
import { Button } from "#web/ui/button.tsx";
import { Sheet } from "#web/ui/sheet.tsx";
import { useRefusalSaid } from "#web/ui/toast.tsx";

/**
 * Moves what this browser ordered without login into the account of the customer who is logged in.
 * `children` are further ways. [S12.1]
 */
export function OrdersToAccount({ sentence, children }: { sentence: string; children?: ReactNode }) {
  const texts = useTexts("myOrders");
  const adopting = useFetcher<Said | NetworkFailure>();
  useRefusalSaid(adopting.data);
  return (
    <Sheet>
      <p>{sentence}</p>
      <adopting.Form method="post" action="/my-orders/adoption" className="actions">
        <Button type="submit" icon="user" isBusy={adopting.state !== "idle"}>
          {texts("addToAccount")}
        </Button>
        {children}
      </adopting.Form>
    </Sheet>
  );
}
