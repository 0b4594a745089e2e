import type { KeyIn } from "#messages/texts.ts";
import type { AskedKind } from "#shop/settings/question-presets.ts";

/** What a question without a text of its own says. [S14.3] */
export const questionSentence = {
  words: "asksWords",
  picture: "asksPicture",
  proof: "asksProof",
  utr: "asksUtr",
} as const satisfies Record<AskedKind, KeyIn<"orderMessages">>;

/** What an answer without a text says. */
export const answerSentence = {
  words: "answeredPicture",
  picture: "answeredPicture",
  proof: "answeredProof",
  utr: "answeredUtr",
} as const satisfies Record<AskedKind, KeyIn<"orderMessages">>;
