import { globSync, readFileSync } from "node:fs";
import compile from "icu-minify/compile";
import { expect, test } from "vitest";
import { z } from "zod";
import { catalogueOf } from "#messages/languages.ts";
import { parsed } from "./parse.ts";

const Form = z.object({ name: z.string().trim().min(1, "nameRequired").max(5), note: z.string() });

test("what is wrong with a form is said by the sentence that its schema names, beside the field", () => {
  expect(parsed(Form, { name: " ", note: "" })).toMatchObject({ code: "nameRequired", field: "name" });
  expect(parsed(Form, { name: "Asha", note: "n" })).toEqual({ ok: true, value: { name: "Asha", note: "n" } });
});

test("a refusal names each wrong field, the first apart, with what is wrong with it first", () => {
  const Three = z.object({
    name: z.string().min(3, "nameRequired").regex(/x/),
    tags: z.array(z.string()),
    in: z.object({ hi: z.string().max(2) }),
  });
  expect(parsed(Three, { name: "", in: { hi: "long" } })).toEqual({
    ok: false,
    kind: "invalid",
    code: "nameRequired",
    field: "name",
    alsoWrong: [
      { code: "fieldRequired", field: "tags" },
      { code: "fieldTooLong", words: { n: 2 }, field: "in.hi" },
    ],
  });
});

test("a missing field, a long text and anything else each have a sentence", () => {
  expect(parsed(Form, { name: "Asha" })).toMatchObject({ code: "fieldRequired", field: "note" });
  expect(parsed(Form, { name: "Ashalata", note: "" })).toMatchObject({
    code: "fieldTooLong",
    words: { n: 5 },
    field: "name",
  });
  expect(parsed(Form, { name: 7, note: "" })).toMatchObject({ code: "invalidInput", field: "name" });
  expect(parsed(Form, null)).toMatchObject({ code: "invalidInput" });
});

test("what zod itself says about a value is never taken for a key", () => {
  for (const [schema, value] of [
    [z.email(), "x"],
    [z.enum(["a"]), "b"],
    [z.number(), NaN],
    [z.string().regex(/a/), "b"],
    [z.strictObject({}), { b: 1 }],
    [z.array(z.int()).min(1), []],
    [z.string().refine(() => false), "a"],
  ] as const)
    expect(parsed(schema as z.ZodType, value)).toMatchObject({ ok: false, code: "invalidInput" });
});

test("[S11.4] what a schema says when it refuses is a key of the catalogue without placeholders", () => {
  const files = globSync("{shop,migration,web,api}/**/*.{ts,tsx}").filter((file) => !/\.test\./.test(file));
  const schemas = files.map((file) => readFileSync(file, "utf8")).filter((text) => text.includes('from "zod"'));
  const named = schemas.flatMap((text) => [...text.matchAll(NAMED_BY_SCHEMA)].map(([, key = ""]) => key));
  expect(new Set(named).size).toBeGreaterThan(20);
  const texts: Record<string, string> = catalogueOf("en").refusals;
  expect(named.filter((key) => typeof compile(texts[key] ?? "{none}") !== "string")).toEqual([]);
});
/** The last argument of a check, such as `.min(1, "nameRequired")`. */
const NAMED_BY_SCHEMA =
  /\.(?:min|max|length|regex|refine|enum|file|string|number|date|email|int|positive|nonnegative)\((?:[^()"]|\([^()]*\)|"[^"]*",)*"([a-z]\w*)"\)/g;
