import { and, eq, sql } from "drizzle-orm";
import { announce } from "#platform/live/announce.server.ts";
import type { OutsideAnswer } from "#platform/outside/outside.ts";
import type { Services } from "#platform/provides.ts";
import { NOTICE_CLAIM_MS } from "#shop/constants.ts";
import { sentence } from "#shop/messages.ts";
import { botMessage } from "./bot-message.ts";
import { waitBeforeNextTry } from "./next-try.ts";
import type { Happened } from "./notice.ts";
import { NOTICES_TOPIC } from "./queue-notices.server.ts";
import { listeners, notices } from "./tables.server.ts";
import { signedHeaders, webhookBody } from "./webhook-message.server.ts";

type Needs = Pick<Services, "db" | "vault" | "log" | "now" | "outside">;
export type NoticeRow = typeof notices.$inferSelect;
type ListenerRow = typeof listeners.$inferSelect;

/** Who has notices whose time has come. */
export async function listenersToTell({ db, now }: Pick<Services, "db" | "now">): Promise<string[]> {
  const due = sql`exists (select from ${notices} where ${notices.listenerId} = ${listeners.id} and ${notices.state} = 'waiting'
    and ${notices.nextTryAt} <= ${now()}::timestamptz)`;
  const rows = await db
    .select({ id: listeners.id })
    .from(listeners)
    .where(and(eq(listeners.isOn, true), due));
  return rows.map(({ id }) => id);
}

/**
 * Tells one listener all that waits for it, one after the other, until nothing is left whose time has come, or `isOver`. Two processes share the work: a notice that
 * one of them has is not taken by another for `NOTICE_CLAIM_MS`. What could not be told is tried again, ever later, and given up after 3 days. Returns how many it tried.
 */
export async function tellListener(services: Needs, listenerId: string, isOver: () => boolean = () => false): Promise<number> {
  for (let tried = 0; ; tried += 1) {
    const notice = isOver() ? null : await claimNotice(services, listenerId);
    if (!notice) return tried;
    await sendNotice(services, notice);
  }
}

/** A notice that is on its way has no answer: what was answered to the try before is gone. */
const noAnswerYet = { answerStatus: null, answerText: null, problem: null };

/** Whether somebody is sending a notice just now. Whoever took longer than `NOTICE_CLAIM_MS` is not there any more. */
export function isOnItsWay({ state, tries, problem, nextTryAt }: NoticeRow, at: Date): boolean {
  return state === "waiting" && tries > 0 && problem === null && nextTryAt !== null && nextTryAt > at;
}

async function claimNotice({ db, now }: Needs, listenerId: string): Promise<NoticeRow | null> {
  const at = now();
  const next = sql`(select n.id from notices n join listeners l on l.id = n.listener_id and l.is_on
    where n.listener_id = ${listenerId} and n.state = 'waiting' and n.next_try_at <= ${at}::timestamptz
    order by n.next_try_at, n.id limit 1 for update of n skip locked)`;
  const [claimed] = await db
    .update(notices)
    .set({ tries: sql`${notices.tries} + 1`, triedAt: at, nextTryAt: new Date(at.getTime() + NOTICE_CLAIM_MS), ...noAnswerYet })
    .where(sql`${notices.id} = ${next}`)
    .returning();
  return claimed ?? null;
}

/** Sends a notice that was claimed and notes what came of it; a test is tried once. Returns what went wrong, null: nothing. */
export async function sendNotice(services: Needs, notice: NoticeRow): Promise<string | null> {
  const [listener] = await services.db.select().from(listeners).where(eq(listeners.id, notice.listenerId));
  if (!listener) return "Nobody is told any more.";
  const secret = openedSecret(services, listener);
  const call = listener.kind === "bot" ? callBot : callWebhook;
  const { problem, isForGood, ...answered } =
    secret === null ? lostSecret(listener) : judged(await call(services, listener, secret, notice));
  const waitMs = isForGood || notice.event === "test" ? null : waitBeforeNextTry(notice.tries, answered.retryAfterMs);
  if (problem !== null) {
    const { id: noticeId, event, tries } = notice;
    services.log.warn("notice not sent", { noticeId, event, problem, tries, isGivenUp: waitMs === null });
  }
  await note(services, notice, { ...answered, problem, waitMs });
  return problem;
}

/** Null where it was sealed with a secret of the shop that is lost: no later try opens it. */
function openedSecret({ vault }: Needs, { secret }: ListenerRow): string | null {
  try {
    return vault.open(secret);
  } catch {
    return null;
  }
}

function callWebhook({ outside, now }: Needs, { address }: ListenerRow, secret: string, notice: NoticeRow): Promise<OutsideAnswer> {
  const body = webhookBody(happenedIn(notice), notice.createdAt);
  const signed = signedHeaders(secret, { id: notice.id, at: now(), body });
  return outside.call({
    url: address,
    headers: { "content-type": "application/json", "user-agent": "Trackside", ...signed },
    body,
    secrets: [secret],
  });
}

function callBot({ outside }: Needs, { address }: ListenerRow, token: string, notice: NoticeRow): Promise<OutsideAnswer> {
  const message = {
    chat_id: address,
    text: botMessage(happenedIn(notice), outside.origin),
    link_preview_options: { is_disabled: true },
  };
  return outside.callBot(token, "sendMessage", JSON.stringify(message));
}

function happenedIn({ event, facts }: NoticeRow): Happened {
  return { event, facts } as Happened;
}

type Judged = { status: number | null; text: string | null; retryAfterMs: number | null; problem: string | null; isForGood: boolean };

/** Only a status from 200 to 299 says that it arrived; 410 says that nobody will ever listen there. */
function judged(answer: OutsideAnswer): Judged {
  if ("problem" in answer) return { status: null, text: null, retryAfterMs: null, problem: answer.problem, isForGood: false };

  const { status, text } = answer;
  const retryAfterMs = answer.retryAfterMs ?? askedInText(text);
  const problem = status >= 200 && status < 300 ? null : problemOf(status);
  return { status, text, retryAfterMs, problem, isForGood: status === 410 };
}

/** It is given up at once, and the list says what helps. */
function lostSecret({ kind }: ListenerRow): Judged {
  const problem = sentence(kind === "bot" ? "botTokenLost" : "webhookSecretLost");
  return { status: null, text: null, retryAfterMs: null, problem, isForGood: true };
}

/** The messaging app says in its answer, and not in a header, how long it wants to be left alone. */
function askedInText(text: string): number | null {
  const [, seconds] = /"retry_after"\s*:\s*(\d{1,6})\b/.exec(text) ?? [];
  return seconds === undefined ? null : Number(seconds) * 1_000;
}

function problemOf(status: number): string {
  return status >= 300 && status < 400 ? `Answered ${status}: redirects are not followed.` : `Answered ${status}.`;
}

type Outcome = Pick<Judged, "status" | "text" | "problem"> & { waitMs: number | null };

async function note({ db, now }: Needs, notice: NoticeRow, { status, text, problem, waitMs }: Outcome): Promise<void> {
  const answered = { answerStatus: status, answerText: text, problem };
  const next =
    problem === null
      ? { state: "sent" as const, nextTryAt: null }
      : waitMs === null
        ? { state: "failed" as const, nextTryAt: null }
        : { state: "waiting" as const, nextTryAt: new Date(now().getTime() + waitMs) };
  // Whoever claimed it later has counted another try.
  const isStillMine = and(eq(notices.id, notice.id), eq(notices.state, "waiting"), eq(notices.tries, notice.tries));
  await db.transaction(async (tx) => {
    await tx
      .update(notices)
      .set({ ...answered, ...next })
      .where(isStillMine);
    await announce(tx, NOTICES_TOPIC);
  });
}
