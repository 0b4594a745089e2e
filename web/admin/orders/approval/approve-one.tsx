import { useEffect, useEffectEvent } from "react";
import { useFetcher } from "react-router";
import type { AdminOrder } from "#shop/orders/reading/order-view.ts";
import type { NetworkFailure } from "#web/parts/forms/network-error.ts";
import { isBusy, type Undone } from "#web/parts/forms/use-answer.ts";
import type { Said } from "#web/say.ts";
import { useTexts } from "#web/texts.tsx";
import { Button } from "#web/ui/button.tsx";
import { toast } from "#web/ui/toast.tsx";
import type { SeveralDecided } from "../bulk/decide-chosen.ts";

type Props = { order: AdminOrder; onDone: () => void };
type Answer = (Said<SeveralDecided> | NetworkFailure | Undone) & { isSaid?: true };

/**
 * Approves an ordinary order with its reserved IDs: one tap on a card, one key on a wide screen.
 * Without JavaScript the order's checkbox does the same. [S12.6]
 */
export function ApproveOne({ order: { requestCode }, onDone }: Props) {
  const texts = useTexts("adminQueue");
  const fetcher = useFetcher<Answer>();
  const { submit, data } = fetcher;
  const take = useEffectEvent((answer: Answer) => {
    if (answer.ok ? answer.value.done.length > 0 : answer.kind === "sent") return onDone();
    if (answer.isSaid) return;
    toast((answer.ok ? answer.value.failed[0]?.sentence : answer.sentence) ?? "", { kind: "error" });
  });
  useEffect(() => {
    if (data) take(data);
  }, [data]);
  return (
    <Button
      icon="check"
      isBusy={isBusy(fetcher)}
      data-key="a"
      // The second of two quick taps would hit the order that moved up.
      onClick={({ detail }) => detail < 2 && submit({ codes: requestCode }, { method: "post", action: "/admin/orders/approvals" })}
      className="scripted px-3 xl:hidden"
    >
      {texts("approve")}
      <span translate="no" className="unseen">{` ${requestCode}`}</span>
    </Button>
  );
}
