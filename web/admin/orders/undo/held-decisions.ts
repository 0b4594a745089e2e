import { setHeldOrders } from "./held-orders.ts";
import { sendLeaving } from "./send-leaving.ts";
import { recordUnanswered, removeUnanswered } from "./unanswered-orders.ts";

/** How long a decision can be undone. [S12.5] */
export const HELD_MS = 10_000;
/** How long an answer may take before the next visit asks what became of the decision. */
const ANSWERED_MS = 60_000;
/** The same for a decision that was sent when its page was left. */
const ARRIVES_MS = 8_000;
/** Decided orders stay out of the list until it was loaded again. */
const DECIDED_HIDDEN_MS = 10_000;
/** How long logging out waits for the answers. */
const LOGOUT_WAITS_MS = 5_000;

/** What is held back: one verdict about one or more orders, as its form is sent. */
export type Decision = { verdict: "approve" | "reject"; codes: string[]; address: string; body: string };

/** Orders that came back, and why. */
export type Returned = { codes: string[]; sentence: string };

/**
 * What became of a held decision. One that was sent because its page was left brings its answer.
 */
type Fate = { how: "due" } | { how: "undone" } | { how: "left"; answer: Promise<Response> };

type Held = Decision & { dueAt: number; isSent: boolean; settle: (fate: Fate) => void };

/** What the bar shows: the newest decision is the last. */
type Shown = {
  held: readonly (Pick<Decision, "verdict" | "codes"> & { dueAt: number })[];
  sending: number;
  returned: readonly Returned[];
  unarrived: readonly string[];
};

const nothing: Shown = { held: [], sending: 0, returned: [], unarrived: [] };
let shown = nothing;
let decisions: Held[] = [];
const decided = new Set<string>();
const followers = new Set<() => void>();
let isWatching = false;

/** What is held back now, for `useSyncExternalStore`. */
export function heldDecisions(): Shown {
  return shown;
}

/** Nothing is held back on the server. */
export function noDecisions(): Shown {
  return nothing;
}

/** Calls `notify` at each change. Returns how to stop. */
export function followDecisions(notify: () => void): () => void {
  followers.add(notify);
  return () => followers.delete(notify);
}

/**
 * Holds a decision back for `HELD_MS`. `fate` resolves when it is to be sent, or was undone, or was
 * sent because its page was left. Call `answered` once the shop answered, with the orders that come
 * back. [S12.5]
 */
export function holdBack(decision: Decision): { fate: Promise<Fate>; answered: (returned: Returned[] | null) => void } {
  watchLeaving();
  let resolve: (fate: Fate) => void = () => {};
  const fate = new Promise<Fate>((settled) => {
    resolve = settled;
  });
  const dueAt = Date.now() + HELD_MS;
  const timer = setTimeout(() => held.settle({ how: "due" }), HELD_MS);
  const held: Held = {
    ...decision,
    dueAt,
    isSent: false,
    settle(outcome) {
      if (held.isSent) return;
      clearTimeout(timer);
      held.isSent = true;
      if (outcome.how === "undone") end(held);
      resolve(outcome);
      publish();
    },
  };
  recordUnanswered(decision.codes, dueAt + ANSWERED_MS);
  decisions.push(held);
  publish();
  return { fate, answered: (returned) => takeAnswer(held, returned) };
}

/** Undoes the newest decision that is still held back, and returns its orders. */
export function undoLast(): string[] {
  const last = decisions.findLast(({ isSent }) => !isSent);
  last?.settle({ how: "undone" });
  return last?.codes ?? [];
}

/** Sends all decisions at once. */
export function sendNow(): void {
  for (const one of [...decisions]) one.settle({ how: "due" });
}

/** Shows that these orders' decisions never arrived. */
export function showUnarrived(codes: string[]): void {
  publish({ unarrived: [...new Set([...shown.unarrived, ...codes])] });
}

/** Removes what is said about orders that came back and decisions that never arrived. */
export function dismissReturned(): void {
  publish({ returned: [], unarrived: [] });
}

/** Null: nobody knows whether it arrived. Its orders come back, and the next visit asks. */
function takeAnswer(held: Held, returned: Returned[] | null): void {
  if (returned === null) {
    decisions = decisions.filter((other) => other !== held);
    publish();
    return;
  }
  const back = new Set(returned.flatMap(({ codes }) => codes));
  const done = held.codes.filter((code) => !back.has(code));
  for (const code of done) decided.add(code);
  setTimeout(() => {
    for (const code of done) decided.delete(code);
    publish();
  }, DECIDED_HIDDEN_MS);
  end(held);
  publish({ returned: [...shown.returned, ...returned.filter(({ sentence }) => sentence !== "")] });
}

function end(held: Held): void {
  decisions = decisions.filter((other) => other !== held);
  removeUnanswered(held.codes);
}

function publish(changed: Partial<Shown> = {}): void {
  const held = decisions.flatMap(({ isSent, verdict, codes, dueAt }) => (isSent ? [] : [{ verdict, codes, dueAt }]));
  shown = { ...shown, ...changed, held, sending: decisions.length - held.length };
  setHeldOrders([...decisions.flatMap(({ codes }) => codes), ...decided]);
  for (const notify of followers) notify();
}

/** From the first decision on. A phone may end a hidden page without a further event. */
function watchLeaving(): void {
  if (isWatching) return;
  isWatching = true;
  window.addEventListener("pagehide", sendAllLeaving);
  document.addEventListener("visibilitychange", () => {
    if (document.visibilityState === "hidden") sendAllLeaving();
  });
  window.addEventListener("submit", sendBeforeLogout, { capture: true });
}

function sendAllLeaving(): void {
  for (const one of [...decisions]) {
    recordUnanswered(one.codes, Date.now() + ARRIVES_MS);
    if (one.isSent) continue;
    const answer = sendLeaving(one.address, one.body);
    // The answer may fail before anybody waits for it.
    answer.catch(() => {});
    one.settle({ how: "left", answer });
  }
}

/** Sends what is held back before the session ends, and logs out once it was answered. */
function sendBeforeLogout(event: SubmitEvent): void {
  const { target: form } = event;
  if (decisions.length === 0 || !(form instanceof HTMLFormElement) || new URL(form.action).pathname !== "/logout") return;
  event.preventDefault();
  event.stopPropagation();
  sendNow();
  const logOut = () => {
    stop();
    clearTimeout(timer);
    // As a document: the router may load this page again after the answers, and mix that up.
    form.submit();
  };
  const timer = setTimeout(logOut, LOGOUT_WAITS_MS);
  const stop = followDecisions(() => {
    if (decisions.length === 0) logOut();
  });
}
