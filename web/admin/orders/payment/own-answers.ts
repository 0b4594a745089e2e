/** The field with what a form was about when the page asked its questions. */
export const ASKED_FOR = "askedFor";

type Sent = Readonly<Record<string, unknown>>;

/** What a form is about: the fields that say so, as they were typed. */
export const matchSubject = ["requestCode"] as const;
export const recordingSubject = ["utr", "amount"] as const;
type Subject = typeof matchSubject | typeof recordingSubject;

/** What `ASKED_FOR` says of a form that asks now, after it was sent and refused. */
export function askedFor(sent: Sent | undefined, subject: Subject): string {
  return subject.map((name) => sent?.[name] ?? "").join(" ");
}

/** Whether a form is still about what it was about when the page asked its questions. */
export function isStillAbout(sent: Sent, subject: Subject): boolean {
  return sent[ASKED_FOR] === undefined || sent[ASKED_FOR] === askedFor(sent, subject);
}

/**
 * A form without the answers that were given about something else: if another order or payment was
 * typed afterwards, the shop asks again before it hands over recalled IDs, leaves out what is
 * missing or takes a payment twice. [S10.9] [S10.12] [S15.11]
 */
export function ownAnswers(sent: Sent, subject: Subject, answers: readonly string[]): Sent {
  if (isStillAbout(sent, subject)) return sent;
  return Object.fromEntries(Object.entries(sent).filter(([name]) => !answers.includes(name)));
}
