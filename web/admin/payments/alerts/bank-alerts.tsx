import { type ListedForwarder, listForwarders, listUnreadAlerts } from "#shop/payments/alerts/list-forwarders.server.ts";
import { changeSection } from "#shop/settings/change-section.server.ts";
import { sectionPrint } from "#shop/settings/section-print.server.ts";
import { readAllSettings } from "#shop/settings/settings.server.ts";
import { sectionForm } from "#shop/settings/settings-form.ts";
import { BackLink } from "#web/admin/frame/back-link.tsx";
import { requestContext } from "#web/context.ts";
import { besides } from "#web/parts/forms/besides.ts";
import { isAbout } from "#web/parts/forms/refusal-alert.tsx";
import { withToast } from "#web/parts/forms/say-or-network-error.ts";
import { type TypedAnswer, typedFields } from "#web/parts/forms/typed-fields.ts";
import { useAnswer } from "#web/parts/forms/use-answer.ts";
import { usePosted } from "#web/parts/forms/use-posted.ts";
import { pageTitle } from "#web/parts/site/page-title.ts";
import { When } from "#web/parts/text/time.tsx";
import { runAction } from "#web/run-action.ts";
import { orFail } from "#web/say.ts";
import { textsOfPage, useTexts } from "#web/texts.tsx";
import { Alert } from "#web/ui/alert.tsx";
import { Button } from "#web/ui/button.tsx";
import { TextField } from "#web/ui/fields/text-field.tsx";
import { TickField } from "#web/ui/fields/tick-field.tsx";
import { PageHead, Sheet } from "#web/ui/sheet.tsx";
import type { Route } from "./+types/bank-alerts.ts";
import { AlertTrial } from "./alert-trial.tsx";
import { ForwarderLine } from "./forwarder-line.tsx";
import { ForwarderMaking } from "./forwarder-making.tsx";

const ADDRESS = "/admin/payment-methods/upi/alerts";

export const meta: Route.MetaFunction = ({ matches }) => [
  ...pageTitle(textsOfPage(matches, "adminAlerts")("bankAlerts"), matches),
  { name: "robots", content: "noindex" },
];

/** Loads how bank alerts deliver, the phones, and what could not be read. [S16.1] [S16.3] */
export async function loader({ context }: Pick<Route.LoaderArgs, "context">) {
  const { services, visitor, origin } = context.get(requestContext);
  const [settings, forwarders, unread] = await orFail(context, "failedToLoadAlerts", () =>
    Promise.all([readAllSettings(services, visitor), listForwarders(services, visitor), listUnreadAlerts(services, visitor)]),
  );
  const email = visitor.kind === "guest" ? "" : visitor.email;
  const { alertsDeliver, alertsDayMax } = settings;
  const seen = sectionPrint(settings, "bank-alerts");
  return {
    alertsDeliver,
    alertsDayMax,
    seen,
    forwarders,
    unread,
    email,
    address: `${origin}/api/payments/bank-alerts`,
    now: services.now(),
  };
}

/** Changes whether alerts deliver, and how much a day, unless that changed since: POST /admin/payment-methods/upi/alerts. [S16.6] */
export function action(args: Route.ActionArgs) {
  return runAction(
    args,
    { form: sectionForm("bank-alerts"), failed: "failedToSaveSettings", done: "settingsSaved", typed: typedFields },
    ({ services, visitor }, { alertsDeliver = false, alertsDayMax, seen }) =>
      changeSection(services, visitor, "bank-alerts", { alertsDeliver, seen, ...(alertsDayMax !== undefined && { alertsDayMax }) }),
  );
}

export const clientAction = withToast("failedToSaveSettings");

type Loaded = Pick<Route.ComponentProps, "loaderData">["loaderData"];

/** Bank alerts: the switch and its limit, the phones, a test, and what could not be read. [S16.1] */
export default function BankAlerts({ loaderData }: Pick<Route.ComponentProps, "loaderData">) {
  const texts = useTexts("adminAlerts");
  const { forwarders, unread, email, address, now } = loaderData;
  return (
    <section className="flex max-w-3xl flex-col gap-4">
      <BackLink to="/admin/payment-methods/upi">{texts("upi")}</BackLink>
      <PageHead title={texts("bankAlerts")}>{texts("lead")}</PageHead>
      <Alert kind="warning">{texts("risk")}</Alert>
      <Delivery loaded={loaderData} />
      <Sheet title={texts("phones")}>
        {forwarders.length === 0 ? (
          <p className="text-soft">{texts("noPhones")}</p>
        ) : (
          <ul className="divide-y divide-line">
            {forwarders.map((forwarder: ListedForwarder) => (
              <ForwarderLine key={forwarder.id} forwarder={forwarder} now={now} />
            ))}
          </ul>
        )}
        <ForwarderMaking isOpen={forwarders.length === 0} email={email} address={address} />
      </Sheet>
      <AlertTrial />
      {unread.length > 0 && (
        <Sheet title={texts("unread")}>
          <p className="text-soft">{texts("unreadLead")}</p>
          <ul className="flex flex-col gap-3">
            {unread.map(({ id, receivedAt, text }) => (
              <li key={id}>
                <p className="text-sm text-soft">
                  <When at={receivedAt} />
                </p>
                <p translate="no" className="wrap-anywhere">
                  {text}
                </p>
              </li>
            ))}
          </ul>
        </Sheet>
      )}
    </section>
  );
}

function Delivery({ loaded: { alertsDeliver, alertsDayMax, seen } }: { loaded: Loaded }) {
  const texts = useTexts("adminAlerts");
  const posted = usePosted<TypedAnswer>();
  const { Form, isBusy, refusal } = useAnswer(posted, () => {});
  const typed = posted && !posted.ok ? posted.typed : undefined;
  return (
    <Sheet title={texts("delivery")}>
      {posted?.ok && posted.sentence && <Alert kind="success">{posted.sentence}</Alert>}
      <Form method="post" action={ADDRESS} aria-label={texts("delivery")} className="flex flex-col gap-5">
        <div key={`${alertsDeliver} ${alertsDayMax}`} className="contents">
          <input type="hidden" name="seen" value={seen} />
          <TickField
            name="alertsDeliver"
            label={texts("alertsDeliver")}
            text={texts("alertsDeliverHint")}
            isTicked={typed ? typed.alertsDeliver !== undefined : alertsDeliver}
          />
          <TextField
            label={texts("alertsDay")}
            name="alertsDayMax"
            inputMode="numeric"
            defaultValue={typed?.alertsDayMax ?? alertsDayMax}
            hint={texts("alertsDayHint")}
            error={besides(refusal, "alertsDayMax")}
            className="max-w-60"
          />
        </div>
        {refusal && !isAbout(refusal, ["alertsDayMax"]) && <Alert kind="error">{refusal.sentence}</Alert>}
        <Button type="submit" isBusy={isBusy} className="sm:self-start">
          {texts("save")}
        </Button>
      </Form>
    </Sheet>
  );
}
