import { Link } from "react-router";
import { hasReported } from "#shop/payments/methods/payment-method.ts";
import type { ShownMethod } from "#shop/payments/methods/payment-methods.server.ts";
import { When } from "#web/parts/text/time.tsx";
import { rich, useTexts } from "#web/texts.tsx";
import { Step } from "./steps.tsx";

/** The last step: a payment of one's own, after which the provider's message has arrived. [S10.1] */
export function TryStep({ method, provider }: { method: ShownMethod; provider: string }) {
  const texts = useTexts("adminProviders");
  const { isTest, lastEvent } = method;
  return (
    <Step title={useTexts("adminPayments")("tryTitle")} isDone={hasReported(method) && isTest === false} isOpen>
      <p>
        {isTest
          ? texts("tryTest", { provider })
          : rich(texts, "tryLive", {
              link: (words) => (
                <Link to="/admin/money" className="underline">
                  {words}
                </Link>
              ),
            })}
      </p>
      <dl>
        <dt className="text-sm text-soft">{texts("lastMessage", { provider })}</dt>
        <dd>{lastEvent ? <LastMessage {...lastEvent} /> : texts("noMessageYet")}</dd>
      </dl>
    </Step>
  );
}

function LastMessage({ kind, receivedAt }: { kind: string; receivedAt: Date }) {
  return (
    <span>
      <span translate="no" className="code">
        {kind}
      </span>{" "}
      · <When at={receivedAt} />
    </span>
  );
}
