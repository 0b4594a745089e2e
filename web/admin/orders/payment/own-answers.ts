/** The field with what a form was about when the page asked its questions. */
export const ASKED_FOR = "askedFor";

type Sent = Readonly<Record<string, unknown>>;

/** Whether a form is still about what it was about when the page asked its questions. */
export function isStillAbout(sent: Sent, subject: string): boolean {
  return sent[ASKED_FOR] === undefined || sent[ASKED_FOR] === sent[subject];
}

/**
 * A form without the answers that were given about something else: if another order or UTR was
 * typed afterwards, the shop asks again before it hands over recalled IDs, leaves out what is
 * missing or takes a payment twice. [S10.9] [S10.12] [S15.11]
 */
export function ownAnswers(sent: Sent, subject: string, answers: readonly string[]): Sent {
  if (isStillAbout(sent, subject)) return sent;
  return Object.fromEntries(Object.entries(sent).filter(([name]) => !answers.includes(name)));
}
