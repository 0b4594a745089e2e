import type { ShownLetter } from "#shop/orders/show-letter.server.ts";
import type { Answer } from "#web/parts/use-answer.ts";
import type { Said } from "#web/say.ts";

/** What comes back of showing a letter, or of sending it again. */
export type LetterAnswer = Exclude<Answer, { ok: true }> | Extract<Said<ShownLetter | null>, { ok: true }>;
