import { type MouseEvent, useEffect, useEffectEvent, useMemo, useRef, useState } from "react";
import { Link } from "react-router";
import type { KeyIn } from "#messages/texts.ts";
import { keysOfQueue, undoOfDecisions } from "#web/admin/frame/browser-settings.ts";
import { loadedTexts } from "#web/page-texts.ts";
import { sayOrNetworkError } from "#web/parts/forms/say-or-network-error.ts";
import type { Undone } from "#web/parts/forms/use-answer.ts";
import { rich, useTexts } from "#web/texts.tsx";
import { Alert } from "#web/ui/alert.tsx";
import { Button } from "#web/ui/button.tsx";
import { store } from "#web/ui/store.ts";
import { toast } from "#web/ui/toast.tsx";
import type { SeveralDecided } from "../bulk/decide-chosen.ts";
import { followPlainKeys, pressedKey } from "../queue/pressed-key.ts";

/** How long a decision can be undone. [S12.5] */
export const HELD_MS = 10_000;
/** Decided orders stay out of the list until it was loaded again. */
const DECIDED_HIDDEN_MS = 10_000;
const UNDO_KEY = "z";

/** The field of a form that is one step of many: it is sent at once. [S12.5] */
export const AT_ONCE = "atOnce";

const verdicts = {
  approve: ["willBeApproved", "severalWillBeApproved"],
  reject: ["willBeRejected", "severalWillBeRejected"],
  swap: ["willBeSwapped", "severalWillBeSwapped"],
  refuse: ["willBeRefused", "severalWillBeRefused"],
  refund: ["shareWillBeRefunded", "sharesWillBeRefunded"],
} as const satisfies Record<string, readonly [KeyIn<"adminFrame">, KeyIn<"adminFrame">]>;
type Verdict = keyof typeof verdicts;
/** How the hold of a decision ended: its time is over, it was undone, or its page was left. */
type End = "due" | "undone" | "left";
type Held = { verdict: Verdict; codes: string[]; dueAt: number; end: (how: End) => void };
/** Orders that came back, and why. */
type Returned = { codes: string[]; sentence: string };

/** The decisions that are held back; the newest is the last. */
export const held = store<readonly Held[]>([]);
/**
 * The orders that are out of the lists: held, on their way, or just decided. One stands as often as
 * there are decisions about it.
 */
export const away = store<readonly string[]>([]);
/** What is said about orders that came back, until it is closed. */
export const returned = store<readonly Returned[]>([]);

/**
 * The request codes of the orders that a held decision is about. They have left the lists of this
 * page, and come back if the decision is undone or refused. [S12.5]
 */
export function useHeldOrders(): ReadonlySet<string> {
  const codes = away.use();
  return useMemo(() => new Set(codes), [codes]);
}

type Answered = { ok: boolean; sentence?: string | null; value?: unknown };
type Args<T> = { request: Request; params: { requestCode?: string | undefined }; serverAction: () => Promise<T> };

const undone: Undone = { ok: false, kind: "undone", code: "undone", sentence: "", isSaid: true };
const sent: Undone = { ...undone, kind: "sent" };

/**
 * Like `sayOrNetworkError`, after the decision was held back for *Undo*. `verdict` says from the
 * form what is decided; null is no decision. What is refused after the hold is said on the page
 * wherever the admin is by then, and `isSaid`. A decision whose page was left is sent without
 * waiting for its answer: what never arrived is still pending, and the list shows it so. [S12.5]
 */
export async function sayOrHeld<T extends Answered>(
  code: Parameters<typeof sayOrNetworkError>[0],
  { request, params, serverAction }: Args<T>,
  verdict: Verdict | ((form: URLSearchParams) => Verdict | null),
) {
  const body = await request.clone().text();
  const form = new URLSearchParams(body);
  const decided = typeof verdict === "string" ? verdict : verdict(form);
  if (!undoOfDecisions.read() || decided === null || form.has(AT_ONCE)) return sayOrNetworkError(code, serverAction);

  const codes = params.requestCode === undefined ? [...form.getAll("codes"), ...form.getAll("claims")] : [params.requestCode];
  // Sent twice, such as by Control+Enter: *Undo* must take it back whole.
  if (codes.length > 0 && codes.every((code) => away.read().includes(code))) return undone;
  let back: Returned[] = [{ codes, sentence: "" }];
  try {
    const how = await holdBack(decided, codes);
    if (how === "undone") return undone;
    if (how === "left") {
      // Only a page that was hidden, and not one that is gone, comes this far.
      const hasArrived = await arrives(request.url, body);
      back = hasArrived ? [] : [{ codes, sentence: loadedTexts("site")(code) }];
      return hasArrived ? sent : undone;
    }
    const said = await sayOrNetworkError(code, serverAction);
    const answer = "ok" in said ? said : said.data;
    back = returnedBy(answer, codes);
    return back.length > 0 ? { ...answer, isSaid: true as const } : answer;
  } finally {
    takeBack(codes, back);
  }
}

function holdBack(verdict: Verdict, codes: string[]): Promise<End> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => one.end("due"), HELD_MS);
    const one: Held = {
      verdict,
      codes,
      dueAt: Date.now() + HELD_MS,
      end(how) {
        clearTimeout(timer);
        held.write(held.read().filter((other) => other !== one));
        resolve(how);
      },
    };
    away.write([...away.read(), ...codes]);
    held.write([...held.read(), one]);
  });
}

/**
 * Sends a form so that it may outlive its page. Browsers refuse that for more than 64 KB at a time:
 * such a form goes as an ordinary request. Whether the shop did what it says.
 */
async function arrives(address: string, body: string): Promise<boolean> {
  const headers = { "Content-Type": "application/x-www-form-urlencoded;charset=UTF-8" };
  const send = (keepalive: boolean) => fetch(`${new URL(address).pathname}.data`, { method: "POST", headers, body, keepalive });
  const answer = await send(true)
    .catch(() => send(false))
    .catch(() => null);
  return answer?.ok ?? false;
}

/** Which orders come back, and why. */
function returnedBy(answer: Answered, codes: string[]): Returned[] {
  if (!answer.ok) return [{ codes, sentence: answer.sentence ?? "" }];
  const several = answer.value as Partial<SeveralDecided> | null;
  const failed = Map.groupBy(several?.failed ?? [], ({ sentence }) => sentence);
  return [...failed].map(([sentence, orders]) => ({ sentence, codes: orders.map(({ requestCode }) => requestCode) }));
}

/** Brings orders back to the lists: at once those that were not decided, the others a bit later. */
function takeBack(codes: string[], back: Returned[]): void {
  const undecided = back.flatMap(({ codes }) => codes);
  const show = (shown: string[]) => {
    const left = [...away.read()];
    for (const code of shown) if (left.includes(code)) left.splice(left.indexOf(code), 1);
    away.write(left);
  };
  show(undecided);
  setTimeout(() => show(codes.filter((code) => !undecided.includes(code))), DECIDED_HIDDEN_MS);
  returned.write([...returned.read(), ...back.filter(({ sentence }) => sentence !== "")]);
}

function endAll(how: End): void {
  for (const one of held.read()) one.end(how);
}

/**
 * Sends what is held back, without waiting for the answers. For the `onSubmit` of a logout, whose
 * request follows. [S12.5]
 */
export function sendHeld(): void {
  endAll("left");
}

/**
 * What is held back for *Undo*, at the bottom of every admin page: the newest decision with its
 * seconds, and how many more there are. Also which orders came back. Leaving the admin area, and
 * leaving or hiding the page, sends what is held. [S12.5]
 */
export function UndoBar() {
  const texts = useTexts("adminFrame");
  const [decisions, back] = [held.use(), returned.use()];
  const bar = useRef<HTMLElement>(null);
  const last = decisions.at(-1);
  const said = last && sentenceOf(last);
  useSentWhenLeft();

  function sentenceOf({ verdict, codes }: Held): string {
    const [code = ""] = codes;
    const [one, several] = verdicts[verdict];
    return codes.length === 1 ? texts(one, { code }) : texts(several, { n: codes.length });
  }

  function undo() {
    if (!last) return;
    const { codes } = last;
    last.end("undone");
    toast(texts("decisionUndone", { n: codes.length }));
    const losesFocus = decisions.length === 1 && bar.current?.contains(document.activeElement);
    if (losesFocus) requestAnimationFrame(() => (manageOf(codes[0]) ?? document.getElementById("content"))?.focus());
  }
  useUndoKey(undo);

  return (
    <>
      <p role="status" className="unseen">
        {said && texts("undoBy", { what: said, n: HELD_MS / 1_000 })}
      </p>
      {(last || back.length > 0) && (
        <section ref={bar} aria-label={texts("decisions")} className="undo-bar">
          {back.length > 0 && <CameBack back={back} />}
          {last && (
            <div className="undo-line">
              <Seconds key={last.dueAt} dueAt={last.dueAt} />
              <p>
                <span>{said}</span>
                {decisions.length > 1 && <small>{texts("moreHeld", { n: decisions.length - 1 })}</small>}
              </p>
              <Button variant="night" onClick={undo} aria-keyshortcuts={UNDO_KEY.toUpperCase()}>
                {texts("undo")}
              </Button>
              <Button variant="nightQuiet" onClick={() => endAll("due")}>
                {texts("sendNow")}
              </Button>
            </div>
          )}
        </section>
      )}
    </>
  );
}

/** A phone may end a hidden page without a further event. */
function useSentWhenLeft(): void {
  useEffect(() => {
    const hide = () => document.visibilityState === "hidden" && sendHeld();
    window.addEventListener("pagehide", sendHeld);
    document.addEventListener("visibilitychange", hide);
    return () => {
      window.removeEventListener("pagehide", sendHeld);
      document.removeEventListener("visibilitychange", hide);
      endAll("due");
    };
  }, []);
}

/** Z undoes the newest decision, unless somebody types. */
function useUndoKey(onUndo: () => void): void {
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (pressedKey(event) === UNDO_KEY && !event.repeat && keysOfQueue.read()) onUndo();
  });
  useEffect(() => followPlainKeys((event) => press(event)), []);
}

function CameBack({ back }: { back: readonly Returned[] }) {
  const texts = useTexts("adminFrame");
  return (
    <Alert
      kind="error"
      actions={
        <Button variant="secondary" onClick={() => returned.write([])}>
          {texts("close")}
        </Button>
      }
    >
      <ul>
        {back.map(({ codes, sentence }) => (
          <li key={codes.join()}>{rich(texts, "ordersCameBack", { codes: () => <Codes key="codes" codes={codes} />, sentence })}</li>
        ))}
      </ul>
    </Alert>
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

/** Request codes and names of claims, each leading to its order: in the list if it is there, with what was typed. */
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
    <Link key={code} to={`/admin/orders/${code.replace(/-C\d+$/, "")}`} onClick={toRow(code)} translate="no" className="code underline">
      {code}
    </Link>,
  ]);
}

function manageOf(code: string | undefined): HTMLElement | null {
  return document.getElementById(`manage-${code}`);
}
