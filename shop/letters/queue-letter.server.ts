import { randomUUID } from "node:crypto";
import type { Tx } from "#platform/database/open.server.ts";
import type { Services } from "#platform/provides.ts";
import type { LetterKind, Recipient } from "./letter.ts";
import { letters } from "./tables.server.ts";

/** A letter to be written: what it is about, and to whom. `facts` are plain words that are no secret. */
export type LetterToQueue = {
  kind: LetterKind;
  to: Recipient;
  orderId?: string;
  userId?: string;
  facts?: Record<string, string>;
};

/** Step: puts a letter into the outbox in the deed's own transaction; it goes out after the commit, or is only kept where no mail is set up. Returns its id. */
export async function queueLetter(
  services: Pick<Services, "vault" | "now">,
  tx: Pick<Tx, "insert">,
  letter: LetterToQueue,
): Promise<string> {
  const id = randomUUID();
  await tx.insert(letters).values({
    id,
    kind: letter.kind,
    orderId: letter.orderId ?? null,
    userId: letter.userId ?? null,
    recipient: letter.to === "owner" ? null : services.vault.seal(letter.to.email),
    facts: letter.facts ?? {},
    state: "kept",
    createdAt: services.now(),
  });
  return id;
}
