import type { Delivery, WorkingMail } from "#platform/mail/mail.ts";
import type { Services } from "#platform/provides.ts";
import { countTries } from "#platform/tries.server.ts";
import { PLACED_LETTERS_OF_ADDRESS_MAX, PLACED_LETTERS_WINDOW_MS } from "#shop/constants.ts";
import { claimLetter, type LetterRow } from "#shop/letters/claim-letter.server.ts";
import { waitBeforeNextTry } from "#shop/letters/next-try.ts";
import { noteProblem, noteSent } from "#shop/letters/note-delivery.server.ts";
import { readSettings } from "#shop/settings/settings.server.ts";
import { composeLetter } from "./compose-letter.server.ts";

type Needs = Pick<Services, "db" | "live" | "vault" | "log" | "now" | "mail" | "jobs">;

/**
 * Sends a letter that waits, if nobody else is about to, and notes what became of it. One that cannot go now is tried again, ever later; one that
 * was refused for good, or too often, is given up. `waitBefore` says how long after so many tries, null: no more.
 */
export async function sendLetter(services: Needs, letterId: string, waitBefore = waitBeforeNextTry): Promise<void> {
  const { mail, log } = services;
  if (!mail.isOn) return;
  const letter = await claimLetter(services, letterId);
  if (!letter) return;

  const outcome = (await isOneTooMany(services, letter))
    ? givenUp("Too many such letters went to this address lately.")
    : await deliver(services, mail, letter);
  if (outcome.ok) return noteSent(services, letter);
  const waitMs = outcome.isForGood ? null : waitBefore(letter.tries);
  log.warn("letter not sent", { letterId, kind: letter.kind, problem: outcome.problem, tries: letter.tries, isGivenUp: waitMs === null });
  await noteProblem(services, letter, outcome.problem, waitMs);
}

/**
 * Whether its address has got its share of letters about placed orders, whichever processes took the orders. Counted with the first try alone: a letter
 * that is tried again is the same one.
 */
async function isOneTooMany(services: Needs, { kind, recipient, tries }: LetterRow): Promise<boolean> {
  const address = kind === "order-placed" && tries === 1 && recipient ? services.vault.open(recipient) : null;
  if (address === null) return false;
  const limit = {
    who: `letter about an order\n${address.toLowerCase()}`,
    most: PLACED_LETTERS_OF_ADDRESS_MAX,
    windowMs: PLACED_LETTERS_WINDOW_MS,
  };
  return (await countTries(services, [limit])) !== null;
}

async function deliver(services: Needs, mail: WorkingMail, row: LetterRow): Promise<Delivery> {
  const settings = await readSettings(services);
  const composed = await composeLetter(services, row, settings, mail.origin);
  if (!composed) return givenUp("What it was about is gone.");
  const { letter, to, replyTo, isNeeded } = composed;
  if (!isNeeded) return givenUp("It was too late: it would not be true any more.");
  if (to.length === 0) return givenUp("There is nobody to send it to.");
  return mail.send({ id: row.id, to, replyTo, senderName: settings.name, ...letter });
}

function givenUp(problem: string): Delivery {
  return { ok: false, isForGood: true, problem };
}
