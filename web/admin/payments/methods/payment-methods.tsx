import { Link } from "react-router";
import { listProviderMethods } from "#shop/payments/methods/payment-methods.server.ts";
import { readUpiMethod } from "#shop/payments/upi/read-upi-method.server.ts";
import { requestContext } from "#web/context.ts";
import type { TypedAnswer } from "#web/parts/forms/typed-fields.ts";
import { usePosted } from "#web/parts/forms/use-posted.ts";
import { pageTitle } from "#web/parts/site/page-title.ts";
import { orFail } from "#web/say.ts";
import { rich, textsOfPage, useTexts } from "#web/texts.tsx";
import { PageHead } from "#web/ui/sheet.tsx";
import type { Route } from "./+types/payment-methods.ts";
import type { MethodAnswer } from "./provider-answer.ts";
import { ProviderSheet } from "./provider-sheet.tsx";
import { UpiMethodSheet } from "./upi-method-sheet.tsx";

export const meta: Route.MetaFunction = ({ matches }) => [
  ...pageTitle(textsOfPage(matches, "adminPayments")("paymentMethods"), matches),
  { name: "robots", content: "noindex" },
];

export async function loader({ context }: Pick<Route.LoaderArgs, "context">) {
  const { services, origin } = context.get(requestContext);
  const [upi, providers] = await orFail(context, "failedToLoadSettings", () =>
    Promise.all([readUpiMethod(services), listProviderMethods(services)]),
  );
  return { upi, providers, origin, isPublic: services.isPublic };
}

/** The payment methods that the owner sets up beside those of the settings. [S10.1] */
export default function PaymentMethods({ loaderData: { upi, providers, origin, isPublic } }: Pick<Route.ComponentProps, "loaderData">) {
  const texts = useTexts("adminPayments");
  const answered = usePosted<TypedAnswer | MethodAnswer>();
  return (
    <section className="flex max-w-3xl flex-col gap-4">
      <PageHead title={texts("paymentMethods")}>
        {rich(texts, "intro", {
          link: (words) => (
            <Link to="/admin/settings/payments#instant-delivery" className="underline">
              {words}
            </Link>
          ),
        })}
      </PageHead>
      <UpiMethodSheet method={upi} answered={answered && "method" in answered ? undefined : answered} />
      {providers.map((method) => (
        <ProviderSheet
          key={method.name}
          method={method}
          origin={origin}
          isPublic={isPublic}
          answered={answered && "method" in answered && answered.method === method.name ? answered : undefined}
        />
      ))}
    </section>
  );
}
