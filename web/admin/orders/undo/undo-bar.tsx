import { type MouseEvent, useEffect, useEffectEvent, useRef, useState, useSyncExternalStore } from "react";
import { Link } from "react-router";
import { rich, useTexts } from "#web/texts.tsx";
import { Alert } from "#web/ui/alert.tsx";
import { Button } from "#web/ui/button.tsx";
import { Icon } from "#web/ui/icon.tsx";
import { toast } from "#web/ui/toast.tsx";
import { pressedKey } from "../queue/pressed-key.ts";
import { areKeysOn } from "../queue/queue-keys.ts";
import {
  dismissReturned,
  followDecisions,
  HELD_MS,
  heldDecisions,
  noDecisions,
  sendNow,
  showUnarrived,
  undoLast,
} from "./held-decisions.ts";
import { findUnarrived, unansweredOrders } from "./unanswered-orders.ts";

const UNDO_KEY = "z";
/** How often the shop is asked about decisions that got no answer, at most. */
const ASKED_EVERY_MS = 5_000;

/**
 * What is held back for *Undo*, at the bottom of every admin page: the newest decision with its
 * seconds, and how many more there are. Also which orders came back, and which decisions never
 * arrived. Leaving the admin area sends what is held. [S12.5]
 */
export function UndoBar() {
  const texts = useTexts("adminFrame");
  const { held, sending, returned, unarrived } = useSyncExternalStore(followDecisions, heldDecisions, noDecisions);
  const bar = useRef<HTMLElement>(null);
  const last = held.at(-1);
  const said = last && sentenceOf(last);
  useUnarrived();
  useEffect(() => sendNow, []);

  function sentenceOf({ verdict, codes }: NonNullable<typeof last>): string {
    const [code = ""] = codes;
    const n = codes.length;
    if (n === 1) return texts(verdict === "approve" ? "willBeApproved" : "willBeRejected", { code });
    return texts(verdict === "approve" ? "severalWillBeApproved" : "severalWillBeRejected", { n });
  }

  function undo() {
    const codes = undoLast();
    if (codes.length === 0) return;
    toast(texts("decisionUndone", { n: codes.length }));
    const losesFocus = held.length === 1 && bar.current?.contains(document.activeElement);
    if (losesFocus) requestAnimationFrame(() => (manageOf(codes[0]) ?? document.getElementById("content"))?.focus());
  }
  useUndoKey(last ? undo : () => {});

  return (
    <>
      <p role="status" className="unseen">
        {said && texts("undoBy", { what: said, n: HELD_MS / 1_000 })}
      </p>
      {(last || sending > 0 || returned.length > 0 || unarrived.length > 0) && (
        <section ref={bar} aria-label={texts("decisions")} className="undo-bar">
          {(returned.length > 0 || unarrived.length > 0) && (
            <Alert
              kind="error"
              actions={
                <Button variant="secondary" onClick={dismissReturned}>
                  {texts("close")}
                </Button>
              }
            >
              <ul>
                {returned.map(({ codes, sentence }) => (
                  <li key={codes.join()}>
                    {rich(texts, "ordersCameBack", { codes: () => <Codes key="codes" codes={codes} />, sentence })}
                  </li>
                ))}
                {unarrived.length > 0 && (
                  <li>
                    {rich(texts, "decisionsUnarrived", { n: unarrived.length, codes: () => <Codes key="codes" codes={unarrived} /> })}
                  </li>
                )}
              </ul>
            </Alert>
          )}
          {last ? (
            <div className="undo-line">
              <Seconds key={last.dueAt} dueAt={last.dueAt} />
              <p>
                <span>{said}</span>
                {held.length > 1 && <small>{texts("moreHeld", { n: held.length - 1 })}</small>}
              </p>
              <Button variant="night" onClick={undo} aria-keyshortcuts={UNDO_KEY.toUpperCase()}>
                {texts("undo")}
              </Button>
              <Button variant="nightQuiet" onClick={sendNow}>
                {texts("sendNow")}
              </Button>
            </div>
          ) : (
            sending > 0 && (
              <div className="undo-line">
                <Icon name="clock" />
                <p>{texts("sendingDecisions", { n: sending })}</p>
              </div>
            )
          )}
        </section>
      )}
    </>
  );
}

/** The seconds that are left, for the eye only. */
function Seconds({ dueAt }: { dueAt: number }) {
  const texts = useTexts("adminFrame");
  const left = () => Math.max(0, Math.ceil((dueAt - Date.now()) / 1_000));
  const [n, setLeft] = useState(left);
  const count = useEffectEvent(() => setLeft(left()));
  useEffect(() => {
    const timer = setInterval(count, 250);
    return () => clearInterval(timer);
  }, []);
  return (
    <span aria-hidden="true" className="undo-seconds figures">
      {texts("secondsLeft", { n })}
    </span>
  );
}

/** Request codes, each leading to its order: in the list if it is there, with what was typed. */
function Codes({ codes }: { codes: readonly string[] }) {
  const toRow = (code: string) => (event: MouseEvent) => {
    const manage = manageOf(code);
    if (!manage) return;
    event.preventDefault();
    manage.scrollIntoView({ block: "center" });
    manage.focus();
  };
  return codes.flatMap((code, n) => [
    n > 0 && <span key={`,${code}`}>, </span>,
    <Link key={code} to={`/admin/orders/${code}`} onClick={toRow(code)} translate="no" className="code underline">
      {code}
    </Link>,
  ]);
}

function manageOf(code: string | undefined): HTMLElement | null {
  return document.getElementById(`manage-${code}`);
}

/** Z undoes the newest decision, unless somebody types. */
function useUndoKey(onUndo: () => void): void {
  const undo = useEffectEvent(onUndo);
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const { target, ctrlKey, metaKey, altKey, repeat } = event;
      const isTyping = target instanceof Element && target.closest("input:not([type=checkbox]), textarea, select, [contenteditable]");
      if (pressedKey(event) !== UNDO_KEY || ctrlKey || metaKey || altKey || repeat) return;
      if (!isTyping && !document.querySelector("dialog[open]") && areKeysOn()) undo();
    };
    document.addEventListener("keydown", press);
    return () => document.removeEventListener("keydown", press);
  }, []);
}

/** Says which decisions of an earlier visit never arrived, once they must have. */
function useUnarrived(): void {
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>;
    let hasLeft = false;
    const ask = async () => {
      const unarrived = await findUnarrived();
      if (unarrived.length > 0) showUnarrived(unarrived);
      if (!hasLeft) askWhenDue();
    };
    const askWhenDue = () => {
      const due = unansweredOrders().map(([, dueAt]) => dueAt - Date.now());
      clearTimeout(timer);
      if (due.length > 0) timer = setTimeout(() => void ask(), Math.max(ASKED_EVERY_MS, Math.min(...due)));
    };
    const whenSeen = () => document.visibilityState === "visible" && askWhenDue();
    askWhenDue();
    document.addEventListener("visibilitychange", whenSeen);
    return () => {
      hasLeft = true;
      clearTimeout(timer);
      document.removeEventListener("visibilitychange", whenSeen);
    };
  }, []);
}
