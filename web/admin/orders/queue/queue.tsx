import { type RefObject, useEffect, useRef, useState } from "react";
import { useLocation, useNavigate, useNavigation, useParams } from "react-router";
import { messages, sentence } from "#shop/messages.ts";
import { mayApproveWithOthers } from "#shop/orders/approve-several.ts";
import type { AdminOrder } from "#shop/orders/order-view.ts";
import { ListPages } from "#web/parts/list-pages.tsx";
import { queueEvents, useLive } from "#web/parts/use-live.ts";
import { useRise } from "#web/parts/use-rise.ts";
import { Alert } from "#web/ui/alert.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { PageHead } from "#web/ui/sheet.tsx";
import { Table } from "#web/ui/table.tsx";
import { MostlyHeldNotice } from "./mostly-held.tsx";
import { ProofDialog } from "./proof-dialog.tsx";
import type { RequestAnswer } from "./request-answer.ts";
import { RequestApprovalsBar } from "./request-approvals-bar.tsx";
import type { Answered } from "./request-manage.tsx";
import { RequestRow, requestColumns } from "./request-row.tsx";
import { queueAddress, readQueuePlace, rowAfter, toggled } from "./request-rows.ts";
import { RequestSearch } from "./request-search.tsx";
import { RequestSums } from "./request-sums.tsx";
import { useChosen } from "./requests-chosen.ts";
import type { QueuePage } from "./requests-load.server.ts";

type Props = { page: QueuePage; currency: string; answered: RequestAnswer | undefined };

/** Pending Requests: the queue, oldest first, which follows what happens by itself. [S2.28] [S2.30] [S4.7] */
export function Requests({ page: { orders, next, place, sums, mostlyHeld, now }, currency, answered: answer }: Props) {
  useLive(queueEvents);
  const navigate = useNavigate();
  const managed = useManaged(place.managed);
  const answered = useAnswered(answer);
  const clock = useClock(now);
  const heading = useRef<HTMLHeadingElement>(null);
  const notes = useRef(new Map<string, string>());
  const [viewed, setViewed] = useState<AdminOrder | null>(null);
  const here = { ...place, managed };
  const chosen = useChosen(orders);
  const choosable = orders.filter(mayApproveWithOthers);
  const goOnAfter = useFocusAfter(orders, heading);
  const came = useRise(sums.month.placed.count);

  function leave(requestCode: string) {
    const following = rowAfter(orders, requestCode);
    (manageOf(following) ?? heading.current)?.focus();
    navigate(queueAddress({ ...here, managed: managed.filter((code) => code !== requestCode) }), {
      replace: true,
      preventScrollReset: true,
    });
  }

  return (
    <section className="flex flex-col gap-4">
      <PageHead
        title={
          <span ref={heading} tabIndex={-1}>
            Pending Requests
          </span>
        }
      />
      {answered?.answer.ok && <Alert kind="success">{answered.answer.sentence}</Alert>}
      <p role="status" className="unseen">
        {came > 0 && sentence("newOrdersCame", came)}
      </p>
      <MostlyHeldNotice products={mostlyHeld} isInQueue />
      <RequestSums sums={sums} currency={currency} />
      <RequestSearch search={place.search} managed={managed} />
      <RequestApprovalsBar choosable={choosable} chosen={chosen} onDone={() => heading.current?.focus()} />
      {orders.length === 0 ? (
        <NoRequests search={place.search} />
      ) : (
        <Table caption="Pending requests, oldest first" head={requestColumns} className={tight}>
          {orders.map((order) => {
            const mine = answered?.requestCode === order.requestCode ? answered : undefined;
            return (
              <RequestRow
                key={order.requestCode}
                order={order}
                currency={currency}
                now={clock}
                isOpen={managed.includes(order.requestCode) && !mine?.answer.ok}
                toToggled={queueAddress(toggled(here, order.requestCode))}
                answered={mine}
                onView={() => setViewed(order)}
                onDone={() => leave(order.requestCode)}
                onChoose={chosen.recount}
                onFocusLost={() => goOnAfter(order.requestCode)}
              />
            );
          })}
        </Table>
      )}
      <ListPages
        toFirst={place.after ? queueAddress({ ...here, after: null }) : null}
        toNext={next ? queueAddress({ ...here, after: next }) : null}
        firstText="Back to the oldest"
        nextText="Show later orders"
      />
      {viewed && (
        <ProofDialog
          key={viewed.requestCode}
          order={orders.find(({ id }) => id === viewed.id) ?? viewed}
          currency={currency}
          note={{ typed: notes.current.get(viewed.id), keep: (text) => notes.current.set(viewed.id, text) }}
          onClose={() => setViewed(null)}
        />
      )}
    </section>
  );
}

function manageOf(order: AdminOrder | undefined): HTMLElement | null {
  return order ? document.getElementById(`manage-${order.requestCode}`) : null;
}

/** Gives the focus to the row under one that left by itself with the focus in it; to the heading where none is left. */
function useFocusAfter(orders: AdminOrder[], heading: RefObject<HTMLElement | null>): (requestCode: string) => void {
  const [before, setBefore] = useState(orders);
  const left = useRef<string>(null);
  useEffect(() => {
    if (left.current !== null) {
      const stays = new Set(orders.map(({ id }) => id));
      (manageOf(rowAfter(before, left.current, ({ id }) => stays.has(id))) ?? heading.current)?.focus();
      left.current = null;
    }
    setBefore(orders);
  }, [orders, before, heading]);
  return (requestCode) => {
    left.current = requestCode;
  };
}

/** Ten columns fit the page's width; where they do not, what is done with an order stays in sight. */
const tight =
  "md:[&_:is(th,td)]:px-1.5 md:[&_th:first-child]:text-[0px] md:[&_:is(th,td):first-child]:ps-4 md:[&_:is(th,td):last-child]:pe-4 md:[&_td]:py-2.5 @container md:[&_th:last-child]:sticky md:[&_th:last-child]:end-0 md:[&_th:last-child]:bg-sunk";

function NoRequests({ search }: { search: string }) {
  return search ? (
    <EmptyState icon="search" title={sentence("nothingFoundFor", search)} />
  ) : (
    <EmptyState icon="done" title={messages.noPendingRequests}>
      {messages.pendingRequestsComeByThemselves}
    </EmptyState>
  );
}

/** Which rows are open, at once and not only when their address has loaded. */
function useManaged(loaded: string[]): string[] {
  const { location } = useNavigation();
  return location?.pathname === "/admin/dashboard" ? readQueuePlace(new URLSearchParams(location.search)).managed : loaded;
}

/** What a form that was sent without script was answered. */
function useAnswered(answer: RequestAnswer | undefined): (Answered & { requestCode: string }) | undefined {
  const { requestCode } = useParams();
  const noun = useLocation().pathname.split("/").at(-1);
  return answer && requestCode && noun ? { answer, requestCode, noun } : undefined;
}

/** The time that ages are told from: the server's, moved on every minute. */
function useClock(loaded: number): Date {
  const [passed, setPassed] = useState(0);
  useEffect(() => {
    const loadedAt = performance.now();
    setPassed(0);
    const timer = setInterval(() => setPassed(performance.now() - loadedAt), 60_000);
    return () => clearInterval(timer);
  }, [loaded]);
  return new Date(loaded + passed);
}
