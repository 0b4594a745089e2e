import { Link } from "react-router";
import type { KeyIn } from "#messages/texts.ts";
import type { ChoosableMethod } from "#shop/orders/order.ts";
import { listProviderMethods, type ShownMethod } from "#shop/payments/methods/payment-methods.server.ts";
import { readUpiMethod } from "#shop/payments/upi/read-upi-method.server.ts";
import { requestContext } from "#web/context.ts";
import { namesOfMethods, useHasPaymentInstructions, usePaymentMethods } from "#web/parts/order/payment-methods.ts";
import { pageTitle } from "#web/parts/site/page-title.ts";
import { When } from "#web/parts/text/time.tsx";
import { orFail } from "#web/say.ts";
import { rich, textsOfPage, useTexts } from "#web/texts.tsx";
import { Badge } from "#web/ui/badge.tsx";
import { Icon } from "#web/ui/icon.tsx";
import { PageHead } from "#web/ui/sheet.tsx";
import type { Route } from "./+types/payment-methods.ts";
import { MethodState } from "./method-state.tsx";
import { aboutMethods, missingOfUpi, missingWords } from "./method-words.ts";

const LIMITS = "/admin/settings/payments#instant-delivery";

export const meta: Route.MetaFunction = ({ matches }) => [
  ...pageTitle(textsOfPage(matches, "adminPayments")("paymentMethods"), matches),
  { name: "robots", content: "noindex" },
];

/** Loads the methods that have a page of their own. [S10.1] */
export async function loader({ context }: Pick<Route.LoaderArgs, "context">) {
  const { services, visitor } = context.get(requestContext);
  const [upi, providers] = await orFail(context, "failedToLoadSettings", () =>
    Promise.all([readUpiMethod(services, visitor), listProviderMethods(services, visitor)]),
  );
  return { upi, providers };
}

/** All payment methods of the shop; each leads to its own page. [S1.4] [S1.5] [S10.1] */
export default function PaymentMethods({ loaderData: { upi, providers } }: Pick<Route.ComponentProps, "loaderData">) {
  const texts = useTexts("adminPayments");
  const isOn = (name: ChoosableMethod) => methodsOn.includes(name);
  const methodsOn = usePaymentMethods();
  const hasInstructions = useHasPaymentInstructions();
  return (
    <section className="flex max-w-3xl flex-col gap-4">
      <PageHead title={texts("paymentMethods")}>
        {rich(texts, "intro", {
          link: (words) => (
            <Link to={LIMITS} className="underline">
              {words}
            </Link>
          ),
        })}
      </PageHead>
      <ul className="card method-list">
        <MethodLine name="request" isOn={isOn("request")} note={isOn("request") && !hasInstructions ? "noInstructions" : undefined} />
        <MethodLine name="amazon" isOn={isOn("amazon")} />
        <MethodLine name="upi" isOn={upi.isOn} missing={missingOfUpi(upi)} />
        {providers.map((method) => (
          <MethodLine
            key={method.name}
            name={method.name}
            isOn={method.isOn}
            missing={method.missing.map((part) => missingWords[part])}
            provider={method}
          />
        ))}
      </ul>
    </section>
  );
}

/** A method in the list: whether it is on, what is missing, and what its provider last said. */
function MethodLine({
  name,
  isOn,
  missing = [],
  note,
  provider,
}: {
  name: ChoosableMethod;
  isOn: boolean;
  missing?: KeyIn<"adminPayments">[];
  note?: KeyIn<"adminPayments"> | undefined;
  provider?: ShownMethod;
}) {
  const texts = useTexts("adminPayments");
  const ofParts = useTexts("parts");
  return (
    <li>
      <Link to={`/admin/payment-methods/${name}`}>
        <span className="method-name">{ofParts(namesOfMethods[name])}</span>
        <span className="method-states">
          {isOn && provider?.isTest && (
            <Badge tone="amber" icon="alert">
              {texts("testKeys")}
            </Badge>
          )}
          <MethodState isOn={isOn} />
        </span>
        <Icon name="arrow" className="text-soft" />
        <span className="method-about">{texts(aboutMethods[name])}</span>
        {missing.length > 0 && (
          <span className="method-about method-missing">{texts("missing", { parts: missing.map((part) => texts(part)).join(", ") })}</span>
        )}
        {note && <span className="method-about">{texts(note)}</span>}
        {!isOn && missing.length === 0 && <span className="method-about">{texts("readyToTurnOn")}</span>}
        {provider && (isOn || provider.lastEvent) && (
          <span className="method-about">
            <LastMessage event={provider.lastEvent} />
          </span>
        )}
      </Link>
    </li>
  );
}

function LastMessage({ event }: { event: ShownMethod["lastEvent"] }) {
  const texts = useTexts("adminPayments");
  if (!event) return texts("noMessageYet");
  return rich(texts, "lastMessage", {
    event: () => (
      <span translate="no" className="code">
        {event.kind}
      </span>
    ),
    time: () => <When at={event.receivedAt} />,
  });
}
