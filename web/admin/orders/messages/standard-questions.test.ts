import { expect, test } from "vitest";
import { textsIn } from "#messages/languages.ts";
import type { QuestionPreset } from "#shop/settings/question-presets.ts";
import { offeredQuestions, standardPresets } from "./standard-questions.ts";

const [english, hindi] = [textsIn("en", "adminAsking"), textsIn("hi", "adminAsking")];

test("[S14.9] a shop begins with five presets in every language, named in the person's language and asked in the order's", () => {
  expect(standardPresets().map(({ asks }) => asks)).toEqual(["proof", "proof", "utr", "picture", "words"]);
  expect(offeredQuestions(null, "hi", "en").at(3)).toEqual({
    label: english("errorPicture"),
    text: hindi("errorPictureText"),
    asks: "picture",
  });
  expect(offeredQuestions(null, "en", "hi").at(3)).toMatchObject({ label: hindi("errorPicture"), text: english("errorPictureText") });
});

test("[S14.9] an own preset is named by its beginning, and a standard one beside it keeps its name", () => {
  const [standard] = standardPresets();
  const presets: QuestionPreset[] = [
    ...(standard ? [standard] : []),
    { asks: "words", text: { en: `Which train is it for? ${"More. ".repeat(20)}`, hi: "कौन-सी ट्रेन?" } },
    { asks: "utr", text: { en: "The UTR, please." } },
  ];
  expect(offeredQuestions(presets, "hi", "en")).toEqual([
    { label: english("codeUnreadable"), text: hindi("codeUnreadableText"), asks: "proof" },
    { label: "Which train is it for? More. More. More.…", text: "कौन-सी ट्रेन?", asks: "words" },
    { label: "The UTR, please.", text: "The UTR, please.", asks: "utr" },
  ]);
});
