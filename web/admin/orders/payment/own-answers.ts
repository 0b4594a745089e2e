/** The field with what a form was about when the page asked its questions. */
export const ASKED_FOR = "askedFor";

type Sent = Readonly<Record<string, unknown>>;

/** Questions of a refused form: the fields that say what they are about, and those that answer them. */
type Questions = { about: readonly string[]; answers: readonly string[] };
export const matchQuestions: Questions = { about: ["requestCode"], answers: ["rest", "recalledConfirmed"] };
export const recordingQuestions: Questions = { about: ["utr", "amount"], answers: ["isOtherMoney"] };

/** What `ASKED_FOR` says of a form that asks now, after it was sent and refused. */
export function askedFor(sent: Sent | undefined, { about }: Questions): string {
  return about.map((name) => sent?.[name] ?? "").join(" ");
}

/**
 * A form without the answers that were given about something else: if another order or payment was
 * typed afterwards, the shop asks again before it hands over recalled IDs, leaves out what is
 * missing or takes a payment twice. [S10.9] [S10.12] [S15.11]
 */
export function ownAnswers(sent: Sent, questions: Questions): Sent {
  if (sent[ASKED_FOR] === undefined || sent[ASKED_FOR] === askedFor(sent, questions)) return sent;
  return Object.fromEntries(Object.entries(sent).filter(([name]) => !questions.answers.includes(name)));
}
