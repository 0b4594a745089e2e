import { expect, test } from "vitest";
import { z } from "zod";
import { sentence } from "./messages.ts";
import { parsed } from "./parse.ts";
import { refused } from "./refusal.ts";

test("[S5.5] a sentence is filled in with its words", () => {
  expect(sentence("exactlyNIds", 3)).toBe("Please enter exactly 3 valid IDs");
  expect(refused("exactlyNIds", 3)).toEqual({
    ok: false,
    kind: "invalid",
    code: "exactlyNIds",
    sentence: "Please enter exactly 3 valid IDs",
  });
});

const Form = z.object({ name: z.string().trim().min(1, "nameRequired").max(5), note: z.string() });

test("what is wrong with a form is said by the sentence that its schema names, beside the field", () => {
  expect(parsed(Form, { name: " ", note: "" })).toMatchObject({ code: "nameRequired", field: "name" });
  expect(parsed(Form, { name: "Asha", note: "n" })).toEqual({ ok: true, value: { name: "Asha", note: "n" } });
});

test("a missing field, a long text and anything else each have a sentence", () => {
  expect(parsed(Form, { name: "Asha" })).toMatchObject({ code: "fieldRequired", field: "note" });
  expect(parsed(Form, { name: "Ashalata", note: "" })).toMatchObject({
    code: "fieldTooLong",
    sentence: "Please use at most 5 characters.",
    field: "name",
  });
  expect(parsed(Form, { name: 7, note: "" })).toMatchObject({ code: "invalidInput", field: "name" });
  expect(parsed(Form, null)).toMatchObject({ code: "invalidInput" });
});
