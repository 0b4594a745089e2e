import { afterAll, beforeAll, expect, test } from "vitest";
import { openProgramServer, type ProgramServer } from "#tests/support/servers/program-server.ts";
import { openHttpClient } from "./open-http-client.server.ts";

let program: ProgramServer;
beforeAll(async () => {
  program = await openProgramServer();
});
afterAll(() => program.close());

const here = async () => [{ address: "127.0.0.1", family: 4 }];

test("a payment API is called at the operator's address, which may be on this machine, and nowhere else", async () => {
  const config = { allowsPrivate: false, botApi: null, paymentApis: { razorpay: program.url, stripe: null } };
  const client = openHttpClient(config, { origin: null, lookUp: here });
  expect(await client.callPaymentApi("razorpay", { path: "/v1/x?a=1", headers: { a: "b" }, body: null })).toMatchObject({ status: 200 });
  expect(await client.callPaymentApi("razorpay", { path: "/v1/y", headers: {}, body: "text" })).toMatchObject({ status: 200 });
  expect(program.received).toMatchObject([
    { path: "/v1/x?a=1", headers: { a: "b" }, body: "" },
    { path: "/v1/y", body: "text" },
  ]);

  const refused = { problem: { code: "addressNotPublic" } };
  expect(await client.callPaymentApi("stripe", { path: "/v1/x", headers: {}, body: null }), "its name leads here").toEqual(refused);
  expect(await client.call({ url: "https://127.0.0.1/", headers: {}, body: "", secrets: [] })).toEqual(refused);
  expect(program.received).toHaveLength(2);
});

test("an answer of a payment API is whole up to 200 KB, and is not read further", async () => {
  const config = { allowsPrivate: false, botApi: null, paymentApis: { razorpay: program.url, stripe: null } };
  const client = openHttpClient(config, { origin: null });
  const ask = async (length: number) => {
    program.answerWith({ status: 200, body: "x".repeat(length) });
    const answer = await client.callPaymentApi("razorpay", { path: "/", headers: {}, body: null });
    return "text" in answer ? answer.text.length : answer.problem.code;
  };
  expect(await ask(200_000)).toBe(200_000);
  expect(await ask(3_000_000)).toBe(200_000);
});
