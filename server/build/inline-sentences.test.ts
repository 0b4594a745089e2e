import { parseAst } from "vite";
import { expect, test } from "vitest";
import { messages } from "#shop/messages.ts";
import { withSentences } from "./inline-sentences.ts";

const from = `import { messages as says, sentence } from "#shop/messages.ts";\n`;
const inlined = (code: string) => withSentences(from + code, parseAst(from + code)).trimStart();

test("a sentence said by its name becomes its text, and the catalogue stays away", () => {
  expect(inlined("p(says.loading, other.loading);")).toBe(`p(${JSON.stringify(messages.loading)}, other.loading);`);
});

test("a sentence with words becomes its function, called with them", () => {
  const code = inlined(`p(sentence("nothingFoundFor", of(says.loading)), sentence("loading"));`);
  const said: unknown[] = [];
  new Function("p", "of", code)(
    (...texts: unknown[]) => said.push(...texts),
    (text: string) => text.toUpperCase(),
  );
  expect(said).toEqual([messages.nothingFoundFor(messages.loading.toUpperCase()), messages.loading]);
});

test("what is looked up by a name known later stays", () => {
  const code = "p(says[key], sentence(key), says.nobodySaysThis);";
  expect(inlined(code)).toBe(from + code);
});

test("each sentence with words stands alone", () => {
  for (const [key, said] of Object.entries(messages)) {
    if (typeof said !== "function") continue;
    const words = Array.from({ length: said.length }, (_, at) => [at + 1]);
    const alone: (...words: number[][]) => string = new Function(`return ${said}`)();
    expect(alone(...words), key).toBe((said as (...words: unknown[]) => string)(...words));
  }
});
