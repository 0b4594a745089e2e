import { eq } from "drizzle-orm";
import type { WorkingMail } from "#platform/mail/mail.ts";
import type { Services } from "#platform/provides.ts";
import { giveBack, queueWaiting } from "#shop/outbox/outbox.server.ts";
import { waitBeforeNextAttempt } from "#shop/outbox/retry-waits.ts";
import { EMAIL_RETRIES } from "../constants.ts";
import { emailOutbox, SEND_EMAILS } from "../queue-email.server.ts";
import { type EmailRow, emails } from "../tables.server.ts";
import { claimEmails, claimNewOrders } from "./claim-emails.server.ts";
import { countEmails } from "./count-emails.server.ts";
import { deliverEmails } from "./deliver-emails.server.ts";
import { openRecorder, type WaitBefore } from "./open-recorder.server.ts";

type Needs = Pick<Services, "db" | "settings" | "waits" | "vault" | "log" | "now" | "mail" | "jobs">;

/** Sends all emails that are due. During a run another call returns at once: the run sends its emails, too. */
type Sender = (stopping?: AbortSignal) => Promise<void>;

const waitOfEmail: WaitBefore = (attempts) => waitBeforeNextAttempt(EMAIL_RETRIES, attempts);

/**
 * Opens the sender of a process. It sends as many emails at once as the mail has connections, those
 * first that somebody waits for, until none is due. After a temporary failure an email is retried
 * with growing delays; after a permanent failure or too many attempts it is given up.
 */
export function openSender(services: Needs, waitBefore = waitOfEmail): Sender {
  const { mail } = services;
  if (!mail.isOn) return async () => {};
  let run: Run | null = null;
  return async (stopping) => {
    if (run) return run.lookAgain();
    run = openRun({ ...services, mail }, waitBefore, stopping);
    await run.sendAll(() => {
      run = null;
    });
  };
}

type Run = {
  lookAgain(): void;
  /** Calls `onEnd` the moment that nothing is due any more, so that no call comes between. */
  sendAll(onEnd: () => void): Promise<void>;
};

/**
 * A run claims some emails ahead and records several in one statement, so that an email costs the
 * database little. When its process stops it finishes what it sends and leaves the rest to others.
 */
function openRun(services: Needs & { mail: WorkingMail }, waitBefore: WaitBefore, stopping?: AbortSignal): Run {
  const { mail, log } = services;
  const recorder = openRecorder(services, waitBefore);
  /** Claimed and waiting for a connection: each alone, or several that go as one. */
  const ready: EmailRow[][] = [];
  /** Being sent, or being recorded. */
  const inHand = new Set<Promise<void>>();
  /** Some are composed while others are sent, so that no connection waits for that. */
  const sendingMax = mail.connections + Math.floor(mail.connections / 4);
  let sending = 0;
  let isDue = true;
  let notify = () => {};
  const nextChange = () =>
    new Promise<void>((resolve) => {
      notify = resolve;
    });

  async function sendDue(onEnd: () => void): Promise<void> {
    for (;;) {
      if (stopping?.aborted && (isDue || ready.length > 0)) await leaveRest();
      while (ready.length > 0 && sending < sendingMax) send(ready.shift() ?? []);
      if (isDue && 2 * ready.length <= mail.connections && 2 * claimable() >= mail.connections) await refill();
      else if (inHand.size > 0) await nextChange();
      else return onEnd();
    }
  }

  /** As many as may be claimed. Those being recorded count, so that orders do not wait for a rush of emails that are put off. */
  function claimable(): number {
    return Math.min(2 * mail.connections - sending, 3 * mail.connections - inHand.size) - ready.length;
  }

  async function refill(): Promise<void> {
    const most = claimable();
    isDue = false;
    const claimed = await claimEmails(services, most);
    if (claimed.length === most) isDue = true;
    const refusals = await countEmails(services, claimed).catch((error) => {
      ready.push(claimed);
      throw error;
    });
    for (const [at, row] of claimed.entries()) {
      const refused = refusals[at];
      if (refused) follow([row], recorder.notSentNow(row, refused));
      else ready.push([row]);
    }
    const newOrders = isDue ? [] : await claimNewOrders(services);
    if (newOrders.length > 0) ready.push(newOrders);
  }

  function send(rows: EmailRow[]): void {
    sending += 1;
    const delivering = deliverEmails(services, mail, rows).finally(() => {
      sending -= 1;
      notify();
    });
    follow(rows, delivering.then(recorder.attempted));
  }

  /** Emails that fail unexpectedly stay claimed, and are tried again when that ends. */
  function follow([email]: EmailRow[], work: Promise<unknown>): void {
    const followed = work
      .then(() => {})
      .catch(async (error) => {
        log.error("email neither sent nor given up", error, { emailId: email?.id });
        await queueWaiting(services, services.db, emailOutbox, eq(emails.id, email?.id ?? "")).catch(() => {});
      })
      .finally(() => {
        inHand.delete(followed);
        notify();
      });
    inHand.add(followed);
  }

  async function leaveRest(): Promise<void> {
    isDue = false;
    await giveReadyBack();
    await services.jobs.add(services.db, { task: SEND_EMAILS });
  }

  async function giveReadyBack(): Promise<void> {
    const claimed = ready.flat();
    if (claimed.length > 0) await giveBack(services, emailOutbox, claimed);
    ready.length = 0;
  }

  return {
    lookAgain() {
      isDue = true;
      notify();
    },
    async sendAll(onEnd) {
      const onStop = () => notify();
      stopping?.addEventListener("abort", onStop);
      try {
        await sendDue(onEnd);
      } catch (error) {
        // The job is tried again soon; its emails must not wait for the end of their claim until then.
        await giveReadyBack().catch((also) => log.error("claimed emails not given back", also));
        await Promise.all(inHand);
        onEnd();
        throw error;
      } finally {
        stopping?.removeEventListener("abort", onStop);
      }
    },
  };
}
