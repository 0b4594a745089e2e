import { useRef, useState } from "react";
import { useLocation } from "react-router";
import type { KeyIn } from "#messages/texts.ts";
import { listPayments } from "#shop/orders/payment/list-payments.server.ts";
import { readSettings } from "#shop/settings/settings.server.ts";
import { ListTools } from "#web/admin/lists/list-tools.tsx";
import { readSearch } from "#web/admin/lists/read-search.ts";
import { requestContext } from "#web/context.ts";
import { isAbout } from "#web/parts/forms/refusal-alert.tsx";
import { type TypedAnswer, textsOf } from "#web/parts/forms/typed-fields.ts";
import { useAnswer } from "#web/parts/forms/use-answer.ts";
import { usePosted } from "#web/parts/forms/use-posted.ts";
import { queueEvents, useLive } from "#web/parts/live/use-live.ts";
import { pageTitle } from "#web/parts/site/page-title.ts";
import { ListPages } from "#web/parts/text/list-pages.tsx";
import { orFail, say } from "#web/say.ts";
import { textsOfPage, useTexts } from "#web/texts.tsx";
import { Alert } from "#web/ui/alert.tsx";
import { Button } from "#web/ui/button.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { PageHead } from "#web/ui/sheet.tsx";
import type { Route } from "./+types/money.ts";
import { formOf, listOf, type MoneyList, moneyAddress, moneyLists, stateOf } from "./money-address.ts";
import { PaymentCard } from "./payment-card.tsx";
import { RecordingForm } from "./recording-form.tsx";
import { showPayments } from "./show-payments.server.ts";

export const meta: Route.MetaFunction = ({ matches }) => [
  ...pageTitle(textsOfPage(matches, "adminMoney")("money"), matches),
  { name: "robots", content: "noindex" },
];

/** Loads a page of the payments, the newest first. [S10.9] */
export async function loader({ request, context }: Pick<Route.LoaderArgs, "request" | "context">) {
  const { searchParams } = new URL(request.url);
  const [list, search, after] = [listOf(searchParams), readSearch(searchParams), searchParams.get("after")];
  const { services, visitor } = context.get(requestContext);
  const listed = await orFail(context, "failedToLoadPayments", () =>
    listPayments(services, visitor, { state: stateOf(list), search, after }),
  );
  if (!listed.ok) throw say(context, listed);
  const { adminCurrency } = await orFail(context, "failedToLoadPayments", () => readSettings(services));
  return { ...listed.value, rows: showPayments(context, listed.value.rows), list, search, after, currency: adminCurrency };
}

/** Money: every payment with what became of it and what can be done; live. [S10.9] [S10.10] */
export default function Money({ loaderData }: Pick<Route.ComponentProps, "loaderData">) {
  const texts = useTexts("adminMoney");
  useLive(queueEvents);
  const { rows, next, list, search, after, currency } = loaderData;
  const answered = usePosted<TypedAnswer>();
  const { pathname, search: query } = useLocation();
  const heading = useRef<HTMLHeadingElement>(null);
  const [sent, setSent] = useState(answered ? { form: formOf(pathname + query, answered.typed?.how), fields: answered.typed } : null);
  const { Form, isBusy, refusal } = useAnswer(answered, () => heading.current?.focus());
  const isAtField = refusal !== null && isAbout(refusal, moneyFields);
  const sending = {
    Form,
    sent: sent?.form ?? null,
    isBusy,
    refusal,
    typed: answered?.typed,
    refused: refusal ? sent?.fields : undefined,
    onSend: (form: string, element: HTMLFormElement) => setSent({ form, fields: textsOf(new FormData(element)) }),
  };
  return (
    <section className="flex flex-col gap-3">
      <PageHead
        title={
          <span ref={heading} tabIndex={-1} className="outline-none">
            {texts("money")}
          </span>
        }
      />
      {refusal && !isAtField && <Alert kind="error">{refusal.sentence}</Alert>}
      {answered?.ok && answered.sentence && <Alert kind="success">{answered.sentence}</Alert>}
      <RecordingForm sending={sending} />
      <ListTools
        filters={moneyLists.map((name) => ({ to: moneyAddress(name, { search }), label: texts(labels[name]), isCurrent: name === list }))}
        applied={search ? [{ name: search, toWithout: moneyAddress(list) }] : []}
        action="/admin/money"
        kept={list === "open" ? [] : [["show", list]]}
        search={search}
        label={texts("searchPayments")}
        placeholder={texts("searchExample")}
      />
      {rows.some(({ bankProof }) => bankProof === "missing") && <MissingPayments />}
      {rows.length === 0 ? (
        <EmptyState icon="done" title={texts(search ? "nothingFound" : nothing[list])} />
      ) : (
        <ul className="flex flex-col gap-4">
          {rows.map((payment) => (
            <li key={payment.id}>
              <PaymentCard payment={payment} list={list} currency={currency} sending={sending} />
            </li>
          ))}
        </ul>
      )}
      <ListPages
        toFirst={after ? moneyAddress(list, { search }) : null}
        toNext={next ? moneyAddress(list, { search, after: next }) : null}
      />
    </section>
  );
}

/** Payments of alerts that a statement lacks, and a button that says somebody looked. [S16.8] */
function MissingPayments() {
  const texts = useTexts("adminMoney");
  const { Form, isBusy, refusal } = useAnswer(undefined, () => {});
  return (
    <Alert
      kind="error"
      actions={
        <Form method="post" action="/admin/money/looking">
          <Button type="submit" variant="secondary" isBusy={isBusy}>
            {texts("lookedAtMissing")}
          </Button>
        </Form>
      }
    >
      {refusal ? refusal.sentence : texts("missingLead")}
    </Alert>
  );
}

/** The fields of the forms on this page, which show their own refusals. */
const moneyFields = ["utr", "amount", "requestCode", "reference", "reason", "isOtherMoney", "recalledConfirmed", "rest"];

const labels = {
  open: "toDecide",
  matched: "matched",
  refunded: "refunded",
  disputed: "disputed",
  unproven: "unproven",
  ignored: "ignored",
  all: "all",
} as const satisfies Record<MoneyList, KeyIn<"adminMoney">>;

const nothing = {
  open: "nothingToDecide",
  matched: "nothingMatched",
  refunded: "nothingRefunded",
  disputed: "nothingDisputed",
  unproven: "nothingUnproven",
  ignored: "nothingIgnored",
  all: "noPayments",
} as const satisfies Record<MoneyList, KeyIn<"adminMoney">>;
