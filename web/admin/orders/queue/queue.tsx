import { type RefObject, useEffect, useEffectEvent, useLayoutEffect, useMemo, useRef, useState } from "react";
import { useLocation, useNavigate, useNavigation, useParams } from "react-router";
import { mayApproveWithOthers } from "#shop/orders/decisions/approve/approve-several.ts";
import type { AdminOrder } from "#shop/orders/reading/order-view.ts";
import { MostlyReservedWarning } from "#web/admin/products/inventory/mostly-held.tsx";
import { useReadyAtTouch } from "#web/page-scripts/use-preloaded-forms.ts";
import { useClock } from "#web/parts/live/use-clock.ts";
import { useIncrease } from "#web/parts/live/use-increase.ts";
import { queueEvents, useLive } from "#web/parts/live/use-live.ts";
import { Late } from "#web/parts/site/deferred-part.tsx";
import { ListPages } from "#web/parts/text/list-pages.tsx";
import { useTexts } from "#web/texts.tsx";
import { Alert } from "#web/ui/alert.tsx";
import { Button } from "#web/ui/button.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { PageHead } from "#web/ui/sheet.tsx";
import { Table } from "#web/ui/table.tsx";
import { useChosen } from "../approval/chosen-orders.ts";
import { RequestApprovalsBar } from "../approval/order-approvals-bar.tsx";
import type { RequestAnswer } from "../decision-answer.ts";
import { useHeldOrders } from "../undo/held-orders.ts";
import type { QueuePage } from "./load-orders.server.ts";
import type { Answered } from "./manage-order.tsx";
import { RequestRow, requestColumns } from "./order-row.tsx";
import { RequestSums } from "./order-sums.tsx";
import { RequestFilters } from "./queue-filters.tsx";
import { matchingAddress, queueAddress, readQueueAddress, rowAfter, toggled } from "./queue-rows.ts";
import { RequestSearch } from "./queue-search.tsx";

type Props = { page: QueuePage; currency: string; answered: RequestAnswer | undefined };

/** Pending Requests: the queue, paid orders first and then the oldest, updated live. [S2.28] [S2.30] [S4.7] */
export function Requests({ page: { orders, next, address, sums, counts, mostlyHeld, now }, currency, answered: answer }: Props) {
  useLive(queueEvents);
  const texts = useTexts("adminQueue");
  const navigate = useNavigate();
  const managed = useManaged(address.managed);
  const answered = useAnswered(answer);
  const clock = useClock(now);
  const heading = useRef<HTMLHeadingElement>(null);
  const notes = useRef(new Map<string, string>());
  const [viewed, setViewed] = useState<AdminOrder | null>(null);
  const here = { ...address, managed };
  const held = useHeldOrders();
  const shown = useMemo(() => orders.filter(({ requestCode }) => !held.has(requestCode)), [orders, held]);
  const chosen = useChosen(shown);
  const choosable = shown.filter(mayApproveWithOthers);
  const goOnAfter = useFocusAfter(shown, heading);
  const came = useIncrease(sums.month.placed.count);
  const [isShowingKeys, showKeys] = useState(false);
  useQueueKeys(() => showKeys(true));
  useReadyAtTouch(mutations);
  useEffect(() => void bringProofDialog().catch(() => {}), []);

  const focusAfter = (requestCode: string) =>
    (manageOf(rowAfter(orders, requestCode, (order) => !held.has(order.requestCode))) ?? heading.current)?.focus();

  function leave(requestCode: string) {
    // An order whose decision was held back left the list before, and somebody works elsewhere.
    if (!held.has(requestCode)) focusAfter(requestCode);
    else if (!managed.includes(requestCode)) return;
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
            {texts("pendingRequests")}
          </span>
        }
        actions={
          <Button variant="quiet" onClick={() => showKeys(true)} className="scripted max-xl:hidden">
            {texts("keys")}
          </Button>
        }
      />
      {answered?.answer.ok && <Alert kind="success">{answered.answer.sentence}</Alert>}
      <p role="status" className="unseen">
        {came > 0 && texts("newOrdersCame", { n: came })}
      </p>
      <MostlyReservedWarning products={mostlyHeld} isInQueue />
      <RequestSums sums={sums} currency={currency} />
      <RequestFilters here={{ ...here, after: null }} counts={counts} />
      <RequestSearch search={address.search} payment={address.payment} managed={managed} />
      <RequestApprovalsBar
        choosable={choosable}
        chosen={chosen}
        matching={next || address.after ? matchingAddress(address) : null}
        onDone={() => heading.current?.focus()}
      />
      {shown.length === 0 && <NoRequests search={address.search} isFiltered={address.payment !== null} />}
      {orders.length > 0 && (
        <Table
          caption={texts("tableCaption")}
          head={requestColumns.map((column) => texts(column))}
          cardsBelow="xl"
          className={shown.length > 0 ? "queue" : "hidden"}
        >
          {orders.map((order) => {
            const mine = answered?.requestCode === order.requestCode ? answered : undefined;
            return (
              <RequestRow
                key={order.requestCode}
                order={order}
                currency={currency}
                now={clock}
                isOpen={managed.includes(order.requestCode) && !mine?.answer.ok}
                isHeld={held.has(order.requestCode)}
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
        toFirst={address.after ? queueAddress({ ...here, after: null }) : null}
        toNext={next ? queueAddress({ ...here, after: next }) : null}
        firstText={texts("backToOldest")}
        nextText={texts("showLater")}
      />
      {viewed && (
        <Late
          bring={bringProofDialog}
          key={viewed.requestCode}
          order={orders.find(({ id }) => id === viewed.id) ?? viewed}
          currency={currency}
          note={{ typed: notes.current.get(viewed.id), store: (text) => notes.current.set(viewed.id, text) }}
          onClose={() => {
            setViewed(null);
            if (held.has(viewed.requestCode)) focusAfter(viewed.requestCode);
          }}
        />
      )}
      {isShowingKeys && <Late bring={bringKeysDialog} onClose={() => showKeys(false)} />}
    </section>
  );
}

const mutations = ["admin/orders/approval/order-approvals"];
const bringProofDialog = async () => (await import("../proof/proof-dialog.tsx")).ProofDialog;
const bringKeysDialog = async () => (await import("./queue-keys-dialog.tsx")).QueueKeysDialog;

/** Works through the queue by single keys. What they do is loaded when the first is pressed. [S12.6] */
function useQueueKeys(onHelp: () => void): void {
  const help = useEffectEvent(onHelp);
  useEffect(() => {
    const press = ({ key, target, ctrlKey, metaKey, altKey, repeat }: KeyboardEvent) => {
      const isTyping = target instanceof Element && target.closest("input:not([type=checkbox]), textarea, select, [contenteditable]");
      if (repeat && /^a$/i.test(key)) return;
      if (key.length > 1 || ctrlKey || metaKey || altKey || isTyping || document.querySelector("dialog[open]")) return;
      import("./queue-keys.ts").then(({ pressQueueKey }) => pressQueueKey(key, help)).catch(() => {});
    };
    document.addEventListener("keydown", press);
    return () => document.removeEventListener("keydown", press);
  }, []);
}

function manageOf(order: AdminOrder | undefined): HTMLElement | null {
  return order ? document.getElementById(`manage-${order.requestCode}`) : null;
}

/**
 * When a row disappears with the focus, focuses the next row, or the heading if none is left: in the
 * same step, so that no key is lost in between.
 */
function useFocusAfter(orders: AdminOrder[], heading: RefObject<HTMLElement | null>): (requestCode: string) => void {
  const [before, setBefore] = useState(orders);
  const left = useRef<string>(null);
  useLayoutEffect(() => {
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

function NoRequests({ search, isFiltered }: { search: string; isFiltered: boolean }) {
  const texts = useTexts("adminQueue");
  if (!search && isFiltered) return <EmptyState icon="done" title={texts("noneInFilter")} />;
  return search ? (
    <EmptyState icon="search" title={texts("nothingFoundFor", { words: search })} />
  ) : (
    <EmptyState icon="done" title={texts("noPendingRequests")}>
      {texts("pendingRequestsComeByThemselves")}
    </EmptyState>
  );
}

/** The open rows, already while their address is loading. */
function useManaged(loaded: string[]): string[] {
  const { location } = useNavigation();
  return location?.pathname === "/admin/dashboard" ? readQueueAddress(new URLSearchParams(location.search)).managed : loaded;
}

/** The answer to a form sent without JavaScript. */
function useAnswered(answer: RequestAnswer | undefined): (Answered & { requestCode: string }) | undefined {
  const { requestCode } = useParams();
  const noun = useLocation().pathname.split("/").at(-1);
  return answer && requestCode && noun ? { answer, requestCode, noun } : undefined;
}
