import type { ReactNode } from "react";
import { Link, useRouteLoaderData } from "react-router";
import type { KeyIn } from "#messages/texts.ts";
import { readRunningOut } from "#shop/orders/pace/running-out.server.ts";
import { readTodaysSales } from "#shop/orders/sales/todays-sales.server.ts";
import { stepsLeft } from "#shop/orders/today/first-hour.ts";
import { readFirstHour } from "#shop/orders/today/read-first-hour.server.ts";
import { markOfMessages, type Waiting } from "#shop/orders/today/waiting.ts";
import { isSlow } from "#shop/orders/waits/review-wait.ts";
import { may } from "#shop/rights.ts";
import type { loader as areaLoader } from "#web/admin/frame/area.tsx";
import { useMay } from "#web/admin/frame/use-may.ts";
import { OrderSearchForm } from "#web/admin/search/order-search-form.tsx";
import { requestContext } from "#web/context.ts";
import { queueEvents, useLive } from "#web/parts/live/use-live.ts";
import { promisedHours } from "#web/parts/order/order-stations.ts";
import { pageTitle } from "#web/parts/site/page-title.ts";
import { durationText } from "#web/parts/text/time-text.ts";
import { orFail } from "#web/say.ts";
import { textsOfPage, useTexts } from "#web/texts.tsx";
import { Alert } from "#web/ui/alert.tsx";
import { classNames } from "#web/ui/class-names.ts";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { Icon, type IconName } from "#web/ui/icon.tsx";
import { PageHead } from "#web/ui/sheet.tsx";
import type { Route } from "./+types/today.ts";
import { Checklist } from "./checklist.tsx";
import { isChecklistDismissed } from "./checklist-cookie.ts";
import { RunningOut } from "./running-out.tsx";
import { TodaysMoney } from "./todays-money.tsx";

export const meta: Route.MetaFunction = ({ matches }) => [
  ...pageTitle(textsOfPage(matches, "adminToday")("today"), matches),
  { name: "robots", content: "noindex" },
];

/**
 * Loads the money of the day and the month, the stock that runs out, whether reviews take longer than
 * promised, and the first steps that a new shop has left. [S12.2] [S14.14] [S17.7]
 */
export async function loader({ request, context }: Pick<Route.LoaderArgs, "request" | "context">) {
  const { services, visitor, settings } = context.get(requestContext);
  const [sums, freeCost, runningOut, done] = await orFail(context, "failedToLoadOrders", () =>
    Promise.all([
      may(visitor, "see-figures") ? readTodaysSales(services, visitor, settings.timeZone) : null,
      may(visitor, "see-figures") ? services.pace.read().then((pace) => pace.freeCost) : null,
      may(visitor, "manage-stock") ? readRunningOut(services, visitor) : [],
      may(visitor, "own-shop") && !isChecklistDismissed(request) ? readFirstHour(services, visitor, settings) : null,
    ]),
  );
  const wait = may(visitor, "read-orders") ? services.reviewWait.known() : null;
  return {
    sums,
    freeCost,
    runningOut,
    slowMs: isSlow(wait) ? wait.mostMs : null,
    done: done && stepsLeft(done).length > 0 ? done : null,
    currency: settings.adminCurrency,
    now: services.now(),
  };
}

/**
 * Today: what needs the owner, the money of the day and the month, and the first steps, which are
 * first in a shop where nothing else needs the owner. [S12.2] [S14.15]
 */
export default function Today({
  loaderData: { sums, freeCost, runningOut, slowMs, done, currency, now },
}: Pick<Route.ComponentProps, "loaderData">) {
  const [texts, parts] = [useTexts("adminToday"), useTexts("parts")];
  useLive(queueEvents);
  const may = useMay();
  const waiting = useRouteLoaderData<typeof areaLoader>("admin/frame/area")?.waiting;
  const mark = waiting ? markOfMessages(waiting, now) : null;
  const lines = waiting ? linesOf.filter(({ kind }) => waiting[kind] > 0) : [];
  return (
    <section className="flex flex-col gap-4">
      <PageHead title={texts("today")} />
      {may("read-orders") && <OrderSearchForm />}
      {slowMs !== null && <Alert kind="warning">{texts("reviewsSlow", { most: durationText(slowMs, parts), hours: promisedHours })}</Alert>}
      <div className="grid items-start gap-4 lg:grid-cols-[3fr_2fr]">
        {lines.length === 0 && done ? (
          <Checklist done={done} />
        ) : (
          <section aria-labelledby="needs-you" className="flex flex-col gap-2">
            <h2 id="needs-you" className="text-lg">
              {texts("needsYou")}
            </h2>
            {lines.length === 0 ? (
              <EmptyState icon="done" title={texts("nothingNeedsYou")}>
                {may("read-orders") && texts("newOrdersAppear")}
              </EmptyState>
            ) : (
              <ul className="panel today-lines">
                {lines.map(({ kind, label, to, icon, ...line }) => (
                  <li key={kind}>
                    <Line to={to} icon={icon} tone={"isUrgent" in line ? "red" : kind === "messages" ? mark : null}>
                      <span>{texts(label, { n: waiting?.[kind] ?? 0 })}</span>
                      {kind === "messages" && mark && waiting && (
                        <span className="block text-sm font-normal">
                          {texts("oldestFor", { time: durationText(now.getTime() - waiting.messagesSince, parts) })}
                        </span>
                      )}
                    </Line>
                  </li>
                ))}
              </ul>
            )}
          </section>
        )}
        <div className="flex flex-col gap-4">
          {sums && <TodaysMoney sums={sums} freeCost={freeCost} currency={currency} />}
          {runningOut.length > 0 && <RunningOut products={runningOut} />}
        </div>
      </div>
      {lines.length > 0 && done && <Checklist done={done} />}
    </section>
  );
}

type LineProps = { to: string; icon: IconName; tone: "amber" | "red" | null; children: ReactNode };

function Line({ to, icon, tone, children }: LineProps) {
  return (
    <Link to={to} className={classNames("today-line", tone === "red" && "today-line-urgent", tone === "amber" && "today-line-late")}>
      <Icon name={tone === "amber" ? "clock" : icon} />
      <span className="flex-1">{children}</span>
      <Icon name="arrow" />
    </Link>
  );
}

const queue = "/admin/orders";

/** What may need the owner, the most urgent first. */
const linesOf = [
  { kind: "restored", label: "restored", to: "/admin/restored", icon: "alert", isUrgent: true },
  { kind: "missing", label: "missingPayments", to: "/admin/money?show=unproven", icon: "alert", isUrgent: true },
  { kind: "late", label: "late", to: `${queue}?filter=late`, icon: "alert", isUrgent: true },
  { kind: "paid", label: "paidOrders", to: `${queue}?filter=paid`, icon: "ticket" },
  { kind: "proofs", label: "proofs", to: `${queue}?filter=proof`, icon: "picture" },
  { kind: "pending", label: "pending", to: queue, icon: "ticket" },
  { kind: "review", label: "paymentsToReview", to: "/admin/money", icon: "gift" },
  { kind: "refunds", label: "refunds", to: "/admin/money", icon: "swap", isUrgent: true },
  { kind: "disputes", label: "disputes", to: "/admin/money?show=disputed", icon: "alert", isUrgent: true },
  { kind: "messages", label: "messages", to: "/admin/messages", icon: "chat" },
  { kind: "claims", label: "claims", to: "/admin/claims", icon: "swap" },
  { kind: "claimsWaiting", label: "claimsWaiting", to: "/admin/claims?show=waiting", icon: "box" },
  { kind: "soldOut", label: "soldOut", to: "/admin/products?stock=out", icon: "box", isUrgent: true },
  { kind: "low", label: "low", to: "/admin/products?stock=low", icon: "box" },
  { kind: "emails", label: "failedEmails", to: "/admin/emails?state=failed", icon: "mail" },
  { kind: "deliveries", label: "failedNotifications", to: "/admin/settings/notifications", icon: "bolt" },
] as const satisfies { kind: keyof Waiting; label: KeyIn<"adminToday">; to: string; icon: IconName; isUrgent?: boolean }[];
