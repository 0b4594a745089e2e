import DataLoader from "dataloader";
import type { Services } from "#platform/provides.ts";
import { type Attempt, recordAttempts } from "#shop/outbox/outbox.server.ts";
import { inEnglish, storeKey } from "#shop/stored-text.ts";
import { EMAILS_RECORDED_EVERY_MS } from "../constants.ts";
import { emailOutbox } from "../queue-email.server.ts";
import type { EmailRow, emails } from "../tables.server.ts";
import type { NotNow } from "./count-emails.server.ts";
import type { Delivered } from "./deliver-emails.server.ts";

type Needs = Pick<Services, "db" | "log" | "now" | "jobs">;
type EmailAttempt = Attempt<typeof emails>;

/** Returns the delay before the next attempt after a number of attempts, or null to give up. */
export type WaitBefore = (attempts: number) => number | null;

/** Records how emails fared. Each promise resolves when that is written. */
type Recorder = {
  notSentNow(row: EmailRow, notNow: NotNow): Promise<unknown>;
  attempted(delivered: Delivered[]): Promise<unknown>;
};

/** Opens the recorder of a sender, which gathers what happens at nearly the same time in one statement. */
export function openRecorder(services: Needs, waitBefore: WaitBefore): Recorder {
  const gathered = new DataLoader(
    async (attempts: readonly EmailAttempt[]) => {
      await recordAttempts(services, emailOutbox, attempts);
      return attempts.map(() => null);
    },
    { cache: false, batchScheduleFn: (write) => setTimeout(write, EMAILS_RECORDED_EVERY_MS) },
  );
  return {
    notSentNow: (row, { problem, waitMs }) => gathered.load(failed(row, problem, waitMs)),
    attempted: (delivered) => Promise.all(delivered.map((one) => gathered.load(attemptOf(services, one, waitBefore)))),
  };
}

function attemptOf({ log, now }: Needs, { row, delivery }: Delivered, waitBefore: WaitBefore): EmailAttempt {
  if (delivery.ok) return { row, isSent: true, waitMs: null, stored: { sentAt: now(), lastProblem: null } };
  const waitMs = delivery.isForGood ? null : waitBefore(row.attempts);
  const { id: emailId, kind, attempts } = row;
  if (delivery.problem.code !== "emailTooLate")
    log.warn("email not sent", { emailId, kind, problem: inEnglish(delivery.problem), attempts, isGivenUp: waitMs === null });
  return failed(row, delivery.problem, waitMs);
}

function failed(row: EmailRow, problem: NotNow["problem"], waitMs: number | null): EmailAttempt {
  return { row, isSent: false, waitMs, stored: { sentAt: null, lastProblem: storeKey(problem) } };
}
