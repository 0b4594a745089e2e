import { type RefObject, useEffect, useEffectEvent, useLayoutEffect, useMemo, useRef, useState } from "react";
import { useLocation, useNavigate, useNavigation, useParams, useRouteLoaderData } from "react-router";
import { mayApproveWithOthers } from "#shop/orders/decisions/approve/approve-several.ts";
import type { AdminOrder } from "#shop/orders/reading/order-view.ts";
import type { loader as areaLoader } from "#web/admin/frame/area.tsx";
import { useMay } from "#web/admin/frame/use-may.ts";
import { MostlyReservedWarning } from "#web/admin/products/inventory/mostly-held.tsx";
import { useReadyAtTouch } from "#web/page-scripts/use-preloaded-forms.ts";
import { useClock } from "#web/parts/live/use-clock.ts";
import { useIncrease } from "#web/parts/live/use-increase.ts";
import { queueEvents, useLive } from "#web/parts/live/use-live.ts";
import { ListPages } from "#web/parts/text/list-pages.tsx";
import { useTexts } from "#web/texts.tsx";
import { Alert } from "#web/ui/alert.tsx";
import { Button, LinkButton } from "#web/ui/button.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { PageHead } from "#web/ui/sheet.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { Table } from "#web/ui/table.tsx";
import { ChooseAll } from "../approval/choose-all.tsx";
import { useChosen } from "../approval/chosen-orders.ts";
import { OrderApprovalsBar } from "../approval/order-approvals-bar.tsx";
import type { DecisionAnswer } from "../decision-answer.ts";
import type { OrderShown } from "../detail/order-sheets.tsx";
import { PROCESSED } from "../processed/processed-address.ts";
import { ProofDialog } from "../proof/proof-dialog.tsx";
import { TypedTexts } from "../typed-texts.ts";
import { useHeldOrders } from "../undo/undo.tsx";
import type { QueuePage } from "./load-orders.server.ts";
import type { Answered } from "./manage-order.tsx";
import { OrderBeside } from "./order-beside.tsx";
import { OrderRow, queueColumns } from "./order-row.tsx";
import { followPlainKeys } from "./pressed-key.ts";
import { pressQueueKey, type QueueKey, queueKeysFor } from "./queue-keys.ts";
import { QueueKeysDialog } from "./queue-keys-dialog.tsx";
import { isFiltered, matchingAddress, QUEUE, type QueueAddress, queueAddress, readQueueAddress, rowAfter, toggled } from "./queue-rows.ts";
import { QueueTools } from "./queue-tools.tsx";

type Props = { page: QueuePage; detail: OrderShown | null; currency: string; answered: DecisionAnswer | undefined };

/**
 * Pending Requests: the queue, paid orders first and then the oldest, updated live. Where there is
 * room, an order is shown beside the list, and keeps what was typed about it.
 * [S2.28] [S2.30] [S4.7] [S12.6]
 */
export function PendingOrders(props: Props) {
  const [typed] = useState(() => new Map<string, string>());
  return (
    <TypedTexts value={typed}>
      <Queue {...props} />
    </TypedTexts>
  );
}

function Queue({ page: { orders, next, address, counts, mostlyHeld, now }, detail, currency, answered: answer }: Props) {
  useLive(queueEvents);
  const texts = useTexts("adminQueue");
  const navigate = useNavigate();
  const { managed, order: beside } = useOpen(address, detail);
  const answered = useAnswered(answer);
  const clock = useClock(now);
  const heading = useRef<HTMLHeadingElement>(null);
  const notes = useRef(new Map<string, string>());
  const [viewed, setViewed] = useState<AdminOrder | null>(null);
  const here = { ...address, managed, order: beside };
  const toFocus = useRef<string>(null);
  const held = useHeldOrders();
  const shown = useMemo(() => orders.filter(({ requestCode }) => !held.has(requestCode)), [orders, held]);
  const chosen = useChosen(shown);
  const mayDecide = useMay()("decide-orders");
  const keys = queueKeysFor(mayDecide);
  const choosable = mayDecide ? shown.filter(mayApproveWithOthers) : [];
  const goOnAfter = useFocusAfter(shown, heading);
  const waiting = useRouteLoaderData<typeof areaLoader>("admin/frame/area")?.waiting;
  const came = useIncrease(waiting?.pending ?? 0);
  const [isShowingKeys, showKeys] = useState(false);
  useQueueKeys(keys, () => showKeys(true));
  useReadyAtTouch(mutations);

  const shownAfter = (requestCode: string) => rowAfter(orders, requestCode, (order) => !held.has(order.requestCode));
  const focusAfter = (requestCode: string) => (manageOf(shownAfter(requestCode)) ?? heading.current)?.focus();

  function leave(requestCode: string) {
    const isBeside = beside === requestCode;
    // An order whose decision was held back left the list before, and somebody works elsewhere.
    if (isBeside || !held.has(requestCode)) focusAfter(requestCode);
    else if (!managed.includes(requestCode)) return;
    const order = isBeside ? (shownAfter(requestCode)?.requestCode ?? null) : beside;
    navigate(queueAddress({ ...here, order, managed: managed.filter((code) => code !== requestCode) }), {
      replace: true,
      preventScrollReset: true,
    });
  }

  function besideOf({ requestCode }: AdminOrder): "this" | "other" | null {
    if (beside === null) return null;
    return beside === requestCode ? "this" : "other";
  }

  function showBeside(requestCode: string, isFocused: boolean) {
    const isShown = requestCode === detail?.order.requestCode;
    if (isShown && requestCode === beside) return document.querySelector<HTMLElement>("#order-beside h2")?.focus();
    toFocus.current = isFocused ? requestCode : null;
    if (isFocused) manageOf(orders.find((order) => order.requestCode === requestCode))?.focus();
    navigate(queueAddress({ ...here, order: requestCode }), { replace: beside !== null, preventScrollReset: true });
  }

  return (
    <section className="flex flex-col gap-3">
      <PageHead
        title={
          <span ref={heading} tabIndex={-1}>
            {texts("pendingRequests")}
          </span>
        }
        warning={mostlyHeld.length > 0 && <MostlyReservedWarning products={mostlyHeld} isInQueue />}
        actions={
          <>
            <LinkButton to={PROCESSED} variant="quiet" aria-label={texts("approvedRequests")} className="-my-2 px-2 md:hidden">
              {texts("approvedShort")}
            </LinkButton>
            <Button variant="quiet" onClick={() => showKeys(true)} className="scripted max-xl:hidden">
              {texts("keys")}
            </Button>
          </>
        }
      />
      {answered?.answer.ok && <Alert kind="success">{answered.answer.sentence}</Alert>}
      <p role="status" className="unseen">
        {came > 0 && texts("newOrdersCame", { n: came })}
      </p>
      <QueueTools here={{ ...here, after: null }} counts={counts} className={chosen.codes.length > 0 ? "md:hidden" : undefined} />
      {mayDecide && (
        <OrderApprovalsBar
          choosable={choosable}
          chosen={chosen}
          matching={next || address.after ? matchingAddress(address) : null}
          onDone={() => heading.current?.focus()}
        />
      )}
      <div className={beside === null ? "contents" : "queue-beside"}>
        <div className={beside === null ? "contents" : "queue-list"}>
          {shown.length === 0 && <NoOrders search={address.search} isFiltered={isFiltered(address)} />}
          {orders.length > 0 && (
            <Table
              caption={texts("tableCaption")}
              head={queueColumns.map((column) => texts(column))}
              first={choosable.length > 1 && <ChooseAll count={choosable.length} chosen={chosen} />}
              cardsBelow="xl"
              className={shown.length > 0 ? "queue" : "hidden"}
            >
              {orders.map((order) => {
                const mine = answered?.requestCode === order.requestCode ? answered : undefined;
                return (
                  <OrderRow
                    key={order.requestCode}
                    order={order}
                    currency={currency}
                    now={clock}
                    isOpen={managed.includes(order.requestCode) && !mine?.answer.ok}
                    isHeld={held.has(order.requestCode)}
                    toToggled={queueAddress(toggled(here, order.requestCode))}
                    beside={besideOf(order)}
                    onBeside={(isFocused) => showBeside(order.requestCode, isFocused)}
                    answered={mine}
                    onView={() => setViewed(order)}
                    onDone={() => leave(order.requestCode)}
                    onChoose={chosen.choose}
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
        </div>
        {beside !== null && (
          <section
            key={beside}
            id="order-beside"
            data-beside={beside}
            aria-label={texts("orderBeside", { code: beside })}
            className="order-beside"
          >
            {detail?.order.requestCode === beside ? (
              <OrderBeside
                shown={detail}
                toClose={queueAddress({ ...here, order: null })}
                onClose={() => manageOf(detail.order)?.focus()}
                onDecided={() => leave(beside)}
                focused={toFocus}
              />
            ) : (
              <Skeleton className="h-96" />
            )}
          </section>
        )}
      </div>
      {viewed && (
        <ProofDialog
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
      {isShowingKeys && <QueueKeysDialog keys={keys} onClose={() => showKeys(false)} />}
    </section>
  );
}

const mutations = ["admin/orders/approval/order-approvals"];

/** Works through the queue by single keys. [S12.6] */
function useQueueKeys(keys: readonly QueueKey[], onHelp: () => void): void {
  const press = useEffectEvent((event: KeyboardEvent) => pressQueueKey(event, keys, onHelp));
  useEffect(() => followPlainKeys((event) => press(event)), []);
}

function manageOf(order: Pick<AdminOrder, "requestCode"> | undefined): HTMLElement | null {
  return order ? document.getElementById(`manage-${order.requestCode}`) : null;
}

/**
 * When a row disappears with the focus, focuses the next row, or the heading if none is left: in
 * the same step, so that no key is lost in between.
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

function NoOrders({ search, isFiltered }: { search: string; isFiltered: boolean }) {
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

/**
 * The open rows and the order beside, already while their address is loading.
 * An unknown order is none.
 */
function useOpen(loaded: QueueAddress, detail: OrderShown | null): Pick<QueueAddress, "managed" | "order"> {
  const { location } = useNavigation();
  if (location?.pathname === QUEUE) return readQueueAddress(new URLSearchParams(location.search));
  return { managed: loaded.managed, order: detail && loaded.order };
}

/** The answer to a form sent without JavaScript. */
function useAnswered(answer: DecisionAnswer | undefined): (Answered & { requestCode: string }) | undefined {
  const { requestCode } = useParams();
  const noun = useLocation().pathname.split("/").at(-1);
  return answer && requestCode && noun ? { answer, requestCode, noun } : undefined;
}
