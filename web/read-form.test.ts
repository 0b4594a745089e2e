import { expect, test } from "vitest";
import { z } from "zod";
import { readForm } from "./read-form.ts";

const Form = z.object({
  name: z.string().min(1).max(10),
  reason: z.string("reasonRequired").optional(),
  ids: z.array(z.string()).optional(),
  picture: z.file().optional(),
});

const post = (body: BodyInit, headers: Record<string, string> = {}) => new Request("http://localhost/", { method: "POST", body, headers });
const urlencoded = (text: string) => post(text, { "content-type": "application/x-www-form-urlencoded" });

function multipart(fields: [string, string | File][]): Request {
  const form = new FormData();
  for (const [name, value] of fields) form.append(name, value);
  return post(form);
}

test("a form is read alike whether it is urlencoded or multipart", async () => {
  const wanted = { ok: true, value: { name: "Asha", ids: ["1", "2"] } };
  expect(await readForm(Form, urlencoded("name=Asha&ids=1&ids=2&extra=x"))).toEqual(wanted);
  expect(
    await readForm(
      Form,
      multipart([
        ["name", "Asha"],
        ["ids", "1"],
        ["ids", "2"],
      ]),
    ),
  ).toEqual(wanted);
});

test("one value where the schema wants a list is a list; a list where it wants one value is refused", async () => {
  expect(await readForm(Form, urlencoded("name=Asha&ids=1"))).toEqual({ ok: true, value: { name: "Asha", ids: ["1"] } });
  expect(await readForm(Form, urlencoded("name=Asha&name=Ravi"))).toMatchObject({ ok: false, code: "invalidInput", field: "name" });
});

test("a picture arrives as a file, and a field in which none was chosen as nothing", async () => {
  const picture = new File(["x"], "proof.png", { type: "image/png" });
  expect(
    await readForm(
      Form,
      multipart([
        ["name", "Asha"],
        ["picture", picture],
      ]),
    ),
  ).toMatchObject({ value: { picture: { name: "proof.png" } } });
  const nothing = [
    '--x\r\nContent-Disposition: form-data; name="name"\r\n\r\nAsha\r\n',
    '--x\r\nContent-Disposition: form-data; name="picture"; filename=""\r\nContent-Type: application/octet-stream\r\n\r\n\r\n--x--\r\n',
  ].join("");
  const none = await readForm(Form, post(nothing, { "content-type": "multipart/form-data; boundary=x" }));
  expect(none).toEqual({ ok: true, value: { name: "Asha" } });
});

test.each([
  ["", "fieldRequired", "name"],
  ["name=", "fieldRequired", "name"],
  ["name=12345678901", "fieldTooLong", "name"],
  ["name=a%00b", "invalidInput", undefined],
  ["name=a&reason=1&reason=2", "reasonRequired", "reason"],
])("the form %j is refused beside its field", async (body, code, field) => {
  expect(await readForm(Form, urlencoded(body))).toMatchObject({ ok: false, code, ...(field && { field }) });
});

test("a body that cannot be read and one of another kind are refused as such", async () => {
  expect(await readForm(Form, post("--x\r\nhalf", { "content-type": "multipart/form-data; boundary=x" }))).toMatchObject({
    kind: "unreadable",
  });
  expect(await readForm(Form, post("x", { "content-type": "multipart/form-data" }))).toMatchObject({ kind: "unreadable" });
  for (const type of ["application/json", "text/plain", "application/x-www-form-urlencodedx"]) {
    expect(await readForm(Form, post("{}", { "content-type": type }))).toMatchObject({ kind: "unsupported" });
  }
  expect(await readForm(Form, new Request("http://localhost/", { method: "POST" }))).toMatchObject({ kind: "unsupported" });
});

test("a field named like a part of every object is only a field", async () => {
  expect(await readForm(Form, urlencoded("name=Asha&__proto__=x&constructor=y&toString=z"))).toEqual({ ok: true, value: { name: "Asha" } });
});

test("a name with dots is an object in an object, and no name reaches a prototype", async () => {
  const Nested = z.object({
    translations: z.record(z.string(), z.record(z.string(), z.string())).optional(),
    "a.b.c.d": z.string().optional(),
  });
  expect(await readForm(Nested, urlencoded("translations.hi.name=x&translations.hi.description=y&translations.ta.name=z"))).toEqual({
    ok: true,
    value: { translations: { hi: { name: "x", description: "y" }, ta: { name: "z" } } },
  });
  expect(await readForm(Nested, urlencoded("a.b.c.d=1")), "not deeper").toEqual({ ok: true, value: { "a.b.c.d": "1" } });
  await readForm(Nested, urlencoded("__proto__.polluted=1&translations.__proto__.polluted=1&translations=1"));
  expect(Object.hasOwn(Object.prototype, "polluted")).toBe(false);
});
