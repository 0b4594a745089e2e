import { openWorker, type Worker } from "#platform/jobs/worker.server.ts";
import type { Services } from "#platform/provides.ts";
import { requeueOverdueLetters } from "#shop/letters/keep-letters.server.ts";
import { SEND_LETTER } from "#shop/letters/queue-letter.server.ts";
import { sendLetter } from "#shop/orders/send-letter.server.ts";

/** Sends letters in this process, where mail is set up; two processes share the work. */
export function sendLetters(services: Services): Worker {
  if (!services.mail.isOn) return { close: async () => {} };
  requeueOverdueLetters(services).catch((error) => services.log.error("overdue letters not queued again", error));
  return openWorker(services, { [SEND_LETTER]: ({ letterId = "" }) => sendLetter(services, letterId) });
}
