import { useEffect, useEffectEvent, useState } from "react";
import { useFetcher, useLocation } from "react-router";
import type { AdminOrder } from "#shop/orders/reading/order-view.ts";
import type { OrdinaryOrders } from "#shop/orders/reading/ordinary-orders.server.ts";
import { useReadyForms } from "#web/page-scripts/use-preloaded-forms.ts";
import type { NetworkFailure } from "#web/parts/forms/network-error.ts";
import { usePosted } from "#web/parts/forms/use-posted.ts";
import type { Said } from "#web/say.ts";
import { useTexts } from "#web/texts.tsx";
import { Alert } from "#web/ui/alert.tsx";
import { Button, IconButton } from "#web/ui/button.tsx";
import { classNames } from "#web/ui/class-names.ts";
import { BulkDialog, type Decided, type Decision } from "../bulk/bulk-dialog.tsx";
import type { SeveralDecided } from "../bulk/decide-chosen.ts";
import type { Chosen } from "./chosen-orders.ts";

/** The `id` of the form that the checkboxes of the queue belong to. */
export const APPROVALS_FORM = "approvals";
const ACTION = "/admin/orders/approvals";
const mutations = ["approval/order-approvals", "bulk/order-rejections", "bulk/order-payments"].map((name) => `admin/orders/${name}`);

type Answer = Said<SeveralDecided> | NetworkFailure;
type Props = {
  choosable: AdminOrder[];
  chosen: Chosen;
  /** The address of the matching orders of all pages; null if this page has all. */
  matching: string | null;
  onDone: () => void;
};

/**
 * Approves, rejects or marks as paid the chosen orders, or all that match, after a confirmation
 * with their number, and lists those that were not decided with the reason. It is in place of the
 * tools while orders are chosen, and at the bottom of a phone. Without JavaScript it
 * approves those of this page and does not ask. [S4.1] [S12.6]
 */
export function OrderApprovalsBar({ choosable, chosen, matching, onDone }: Props) {
  const texts = useTexts("adminQueue");
  const { pathname } = useLocation();
  const posted = usePosted<Answer>();
  const getReady = useReadyForms(mutations);
  const all = useFetcher<OrdinaryOrders>();
  const [asked, ask] = useState<Decision | null>(null);
  const [decided, setDecided] = useState<Decided | null>(null);
  // The address whose orders were loaded: another filter has others.
  const [loaded, setLoaded] = useState<string | null>(null);
  const isWhole = chosen.isWhole && loaded !== null && loaded === matching;
  const here = choosable.filter(({ requestCode }) => chosen.codes.includes(requestCode));
  const orders =
    isWhole && all.data
      ? all.data
      : { codes: here.map(({ requestCode }) => requestCode), ids: here.reduce((sum, { quantity }) => sum + quantity, 0) };
  const isPosted = pathname === ACTION && posted;
  const n = orders.codes.length;

  const forgetWhole = useEffectEvent(() => chosen.chooseWhole(false));
  useEffect(() => {
    if (matching === null || matching !== loaded) forgetWhole();
  }, [matching, loaded]);

  function done(decided: Decided) {
    setDecided(decided);
    chosen.chooseAll(false);
    onDone();
  }
  const open = (decision: Decision) => {
    setDecided(null);
    ask(decision);
  };

  return (
    <>
      <form
        id={APPROVALS_FORM}
        method="post"
        action={ACTION}
        onFocus={getReady}
        aria-label={texts("approveSeveral")}
        className={classNames("approvals-bar", n > 0 && "approvals-bar-chosen", choosable.length === 0 && "hidden")}
      >
        {n > 0 && (
          <>
            <p className="figures font-semibold">{texts(isWhole ? "allMatchesChosen" : "chosenHere", { n })}</p>
            {matching !== null && !isWhole && here.length === choosable.length && (
              <Button
                variant="quiet"
                isBusy={all.state !== "idle"}
                onClick={() =>
                  void all.load(matching).then(() => {
                    setLoaded(matching);
                    chosen.chooseWhole(true);
                  })
                }
              >
                {texts("chooseAllMatches")}
              </Button>
            )}
            <IconButton icon="close" label={texts("chooseNone")} onClick={() => chosen.chooseAll(false)} className="approvals-none" />
            <div className="actions">
              <Button icon="check" aria-haspopup="dialog" onClick={() => open("approve")}>
                {texts("approveSoMany", { n })}
              </Button>
              <Button variant="dangerQuiet" icon="cross" aria-haspopup="dialog" onClick={() => open("reject")}>
                {texts("reject")}
              </Button>
              <Button variant="secondary" icon="done" aria-haspopup="dialog" onClick={() => open("markPaid")}>
                {texts("markPaid")}
              </Button>
            </div>
          </>
        )}
        <noscript>
          <Button type="submit" variant="secondary" icon="check">
            {texts("approveChosen")}
          </Button>
        </noscript>
      </form>
      {asked && <BulkDialog decision={asked} {...orders} onDone={done} onClose={() => ask(null)} />}
      {decided ? <Outcome decided={decided} /> : isPosted && <PostedOutcome answer={isPosted} />}
    </>
  );
}

/** What was answered without JavaScript. */
function PostedOutcome({ answer }: { answer: Answer }) {
  if (!answer.ok) return <Alert kind="error">{answer.sentence}</Alert>;
  return (
    <>
      {answer.sentence && <Alert kind="success">{answer.sentence}</Alert>}
      <Outcome decided={{ decision: "approve", failed: answer.value.failed, broken: null }} />
    </>
  );
}

const notDecided = { approve: "ordersNotApproved", reject: "ordersNotRejected", markPaid: "ordersNotMarkedPaid" } as const;

/** The orders that were not decided, and why. */
function Outcome({ decided: { decision, failed, broken } }: { decided: Decided }) {
  const texts = useTexts("adminQueue");
  if (failed.length === 0) return broken && <Alert kind="error">{broken}</Alert>;
  return (
    <Alert kind="error">
      {texts(notDecided[decision], { n: failed.length })}
      <ul className="mt-1 list-disc ps-5">
        {failed.map(({ requestCode, sentence }) => (
          <li key={requestCode}>
            <span translate="no" className="code">
              {requestCode}
            </span>
            : {sentence}
          </li>
        ))}
      </ul>
    </Alert>
  );
}
