import { expect, test } from "vitest";
import type { Language } from "#messages/languages.ts";
import { wordsOf, written } from "#tests/support/web/render.tsx";
import { PageLanguage } from "#web/texts.tsx";
import { MigrationWarnings } from "./migration-sums.tsx";

const warnings = [
  { warning: "priceAsText", rows: 1_23_456 },
  { warning: "knownBefore", rows: 1 },
];

const wordsIn = (language: Language) =>
  wordsOf(
    written(
      <PageLanguage value={{ language }}>
        <MigrationWarnings warnings={warnings} />
      </PageLanguage>,
    ),
  );

test("[S11.1] a warning says in the page's language what is wrong and what is done; an unknown one is shown by its name", () => {
  expect(wordsIn("en")).toContain("|The price is text|Read as a number|1,23,456|KnownBefore|");
  expect(wordsIn("hi")).toContain("|कीमत टेक्स्ट में है|नंबर की तरह पढ़ा गया|1,23,456|KnownBefore|");
});
