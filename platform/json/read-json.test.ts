import fc from "fast-check";
import { expect, test } from "vitest";
import { JsonProblem } from "./json-problem.ts";
import { type JsonPart, readJson, type Wish } from "./read-json.ts";

async function* inPieces(text: string | Buffer, size: number): AsyncGenerator<Buffer> {
  const bytes = Buffer.from(text);
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

async function partsOf(text: string | Buffer, wish: (path: readonly string[]) => Wish = () => "take", size = 7): Promise<JsonPart[]> {
  const parts: JsonPart[] = [];
  for await (const part of readJson(inPieces(text, size), wish)) parts.push(part);
  return parts;
}

const problemOf = (text: string | Buffer, size?: number) =>
  partsOf(text, () => "enter", size).then(
    () => "",
    (error) => (error instanceof JsonProblem ? error.message : String(error)),
  );

test("any JSON comes back as it is, however its text is cut into pieces", async () => {
  const json = fc.jsonValue({ maxDepth: 4, noUnicodeString: false });
  await fc.assert(
    fc.asyncProperty(json, fc.integer({ min: 1, max: 40 }), fc.constantFrom(0, 1, 3), async (value, size, indent) => {
      const parts = await partsOf(JSON.stringify(value, null, indent), () => "take", size);
      expect(parts).toEqual([{ path: [], value: JSON.parse(JSON.stringify(value)), isInList: false }]);
    }),
  );
});

test("an object is entered, taken whole or skipped, and a list's places are its names", async () => {
  const text = '{"a": {"x": [1, {"y": "é"}], "z": null}, "b": {"deep": [1]}, "c": [], "d": [[2], true]}';
  const wish = ([first, second, third]: readonly string[]): Wish => {
    if (first === "b") return "skip";
    return third !== undefined || (first === "d" && second !== undefined) ? "take" : "enter";
  };
  expect(await partsOf(text, wish, 1)).toEqual([
    { path: ["a", "x", "0"], value: 1, isInList: true },
    { path: ["a", "x", "1"], value: { y: "é" }, isInList: true },
    { path: ["a", "z"], value: null, isInList: false },
    { path: ["b"], value: undefined, isInList: false },
    { path: ["d", "0"], value: [2], isInList: true },
    { path: ["d", "1"], value: true, isInList: true },
  ]);
});

test("a number that a double would change keeps its digits, and a name may be any", async () => {
  expect(await partsOf('\u{feff}{"__proto__": 1, "id": 12345678901234567890, "price": 1234.5, "": 9007199254740991}')).toEqual([
    {
      path: [],
      value: JSON.parse('{"__proto__": 1, "id": "12345678901234567890", "price": 1234.5, "": 9007199254740991}'),
      isInList: false,
    },
  ]);
});

test("what is no JSON is named with its line and column, counted in characters", async () => {
  const cases: [string | Buffer, string][] = [
    ["", "line 1, column 1: the file ends too early"],
    ['{\n  "a": 1,\n  "é₹": tru\n}', "line 3, column 9: a value is missing"],
    ['{"a": 1,}', "line 1, column 9: a name in quotes is missing"],
    ["[1, 2", "line 1, column 6: the file ends too early"],
    ['["ab', "line 1, column 5: the file ends too early"],
    ["[1 2]", "line 1, column 4: a comma or ] is missing"],
    ['{"a" 1}', "line 1, column 6: a colon is missing"],
    ['{"a": 1]', "line 1, column 8: a comma or } is missing"],
    ["{} {}", "line 1, column 4: there is more text after the end"],
    ["[01]", "line 1, column 2: a value is missing"],
    ["[.5]", "line 1, column 2: a value is missing"],
    ['["a\nb"]', "line 1, column 4: a text has a line break or control character in it"],
    ['["\\x"]', "line 1, column 3: JSON has no such escape after a backslash"],
    ['["\\u12g4"]', "line 1, column 3: an escape needs four hexadecimal digits"],
    [Buffer.from([0x5b, 0x22, 0xff, 0x22, 0x5d]), "line 1, column 2: the file isn't in UTF-8"],
    ["[".repeat(300), "line 1, column 201: more than 200 lists and objects are nested"],
    ["<html>", "line 1, column 1: a value is missing"],
  ];
  for (const [text, problem] of cases) for (const size of [1, 3, 1000]) expect(await problemOf(text, size), String(text)).toBe(problem);
});

test("what is skipped is checked too", async () => {
  await expect(partsOf('{"a": {"b": [1, }}', ([first]) => (first === "a" ? "skip" : "enter"))).rejects.toThrow("line 1, column 17");
});

test("what JSON.parse refuses is refused, and nothing else", async () => {
  const text = fc.oneof(
    fc
      .json()
      .chain((json) =>
        fc
          .tuple(fc.nat({ max: json.length }), fc.constantFrom("", ",", "}", '"', "1", "\\", "-", "{", "["))
          .map(([at, piece]) => json.slice(0, at) + piece + json.slice(at + 1)),
      ),
    fc.json(),
  );
  await fc.assert(
    fc.asyncProperty(text, fc.integer({ min: 1, max: 9 }), async (candidate, size) => {
      const isJson = (() => {
        try {
          JSON.parse(candidate);
          return true;
        } catch {
          return false;
        }
      })();
      expect((await problemOf(candidate, size)) === "").toBe(isJson);
    }),
    { numRuns: 500 },
  );
});
