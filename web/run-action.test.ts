import { RouterContextProvider, redirect } from "react-router";
import { expect, test } from "vitest";
import { z } from "zod";
import type { Services } from "#platform/provides.ts";
import { ok, refused, textOf } from "#shop/refusal.ts";
import { english } from "#tests/support/english.ts";
import { aRequest } from "#tests/support/web/a-request.ts";
import { requestContext } from "./context.ts";
import { runAction } from "./run-action.ts";

const NameForm = z.object({ name: z.string("fieldRequired").max(10) });
const failed = "failedToChangeName";

function posted(fields: Record<string, string>, params = { id: "7" }) {
  const context = new RouterContextProvider();
  const services = { log: { error: () => {} } } as unknown as Services;
  context.set(requestContext, aRequest({ services, incident: "ABC23456", origin: "http://shop" }));
  const request = new Request("http://shop/", { method: "POST", body: new URLSearchParams(fields), headers: { "X-Sent": "yes" } });
  return { request, params, context };
}

const typed = async (copy: Request) => [...(await copy.formData()).keys()];

test("[S8.2] the command gets the form, the request's context, its headers and the parts of the address", async () => {
  const said = await runAction(
    posted({ name: "Asha" }),
    { form: NameForm, failed, done: "nameChanged" },
    async ({ origin, params, headers }, form) => ok([form.name, origin, params.id, headers.get("X-Sent")]),
  );
  expect(said).toMatchObject({ data: { ok: true, value: ["Asha", "http://shop", "7", "yes"], sentence: english("nameChanged") } });
});

test("a form that is refused runs no command, and the refusal repeats what was typed", async () => {
  let hasRun = false;
  const said = await runAction(posted({ other: "x" }), { form: NameForm, failed, typed }, async () => {
    hasRun = true;
    return ok(null);
  });
  expect(said).toMatchObject({ data: { ok: false, code: "fieldRequired", field: "name", typed: ["other"] }, init: { status: 422 } });
  expect(hasRun).toBe(false);
});

test("a refusal of the command has its status and repeats what was typed, a success does not", async () => {
  const act = (code: string) => {
    return runAction(posted({ name: code }), { form: NameForm, failed, typed }, async (_, { name }) =>
      name === "no" ? refused("orderNotFound") : ok(name),
    );
  };
  expect(await act("no")).toMatchObject({ data: { code: "orderNotFound", typed: ["name"] }, init: { status: 404 } });
  expect((await act("yes")).data).toEqual({ ok: true, value: "yes", sentence: null });
});

test("[S8.4] a failure says the one sentence of the action and its incident, and repeats what was typed", async () => {
  const said = await runAction(posted({ name: "Asha" }), { form: NameForm, failed, typed }, () => Promise.reject(new Error("a secret")));
  expect(said).toMatchObject({ data: { kind: "failed", code: failed, incident: "ABC23456", typed: ["name"] }, init: { status: 500 } });
});

test("the success may be said by what was done, or be a redirect; each answer carries what the page wants to know", async () => {
  const worded = await runAction(
    posted({}),
    { failed, about: { language: "hi" }, done: ({ name }: { name: string }) => textOf("apiKeyRevoked", { name }) },
    async () => ok({ name: "Till" }),
  );
  expect(worded.data).toMatchObject({ language: "hi", sentence: expect.stringContaining("Till") });
  expect(await runAction(posted({}), { failed, about: { language: "hi" } }, async () => refused("notFound"))).toMatchObject({
    data: { code: "notFound", language: "hi" },
  });

  const led = await runAction(posted({}), { failed, goTo: () => redirect("/account", 303) }, async () => ok(null));
  expect(led).toMatchObject({ status: 303 });
  const refusal = await runAction(posted({}), { failed, goTo: () => redirect("/account", 303) }, async () => refused("signInFirst"));
  expect(refusal).toMatchObject({ data: { code: "signInFirst" }, init: { status: 401 } });
});

test("what reads a form itself may refuse it", async () => {
  const said = await runAction(posted({}), { form: async () => refused("bodyTooLarge"), failed }, async () => ok(null));
  expect(said).toMatchObject({ data: { code: "bodyTooLarge" }, init: { status: 413 } });
});
