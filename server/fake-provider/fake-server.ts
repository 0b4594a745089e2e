import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import type { FakeEvents } from "./fake-events.ts";
import { type FakeDispute, type FakePage, type FakeRefund, type Fate, type Hook, type Knobs, type Operation, usualKnobs } from "./knobs.ts";

/** A request, read whole. */
export type Call = { method: string; path: string; query: URLSearchParams; headers: IncomingMessage["headers"]; body: string };
/** An answer: JSON of an object, or a page of a text. */
export type Reply = { status: number; body: object | string; headers?: Record<string, string> };

/** What the two fakes share: a clock that can be set, and knobs. */
export type World = { now(): Date; knobs: Knobs; origin: string };

/** One provider's side of a fake. */
export type FakeApi = {
  events: FakeEvents;
  /** Which operation a request is, or null for an unknown address. */
  operationOf(call: Call): Operation | null;
  isAuthorized(call: Call): boolean;
  /** The documented body of an error in trouble. */
  errorOf(status: number): object;
  answer(operation: Operation, call: Call): Promise<Reply>;
  /** A page for a buyer's browser, or null. */
  page(call: Call): Promise<Reply> | null;
  /** Pays a page, also one that has ended. */
  pay(id: string): Promise<unknown>;
  fail(id: string): Promise<unknown>;
  endRefund(id: string, state: "done" | "failed"): Promise<unknown>;
  /** A payment is disputed, or its dispute goes on; returns the dispute's id. */
  dispute(given: FakeDispute): Promise<{ id: string }>;
  pages(): FakePage[];
  refunds(): FakeRefund[];
  /** Ends what is over, by the clock. */
  look(): Promise<void>;
};

const LOOK_EVERY_MS = 50;

/**
 * Runs a fake provider in this process until its input ends. Its first line of output is its
 * address. Everything below `/fake/` belongs to the test that started it.
 */
export async function runFake(open: (world: World) => FakeApi): Promise<void> {
  let stoppedAt: Date | null = null;
  const world: World = { now: () => stoppedAt ?? new Date(), knobs: { ...usualKnobs }, origin: "" };
  const api = open(world);
  const calls: string[] = [];

  const commands: Record<string, (given: never) => unknown> = {
    knobs: (given: Partial<Knobs>) => Object.assign(world.knobs, given),
    hook: (given: Hook | null) => {
      api.events.hook = given;
      api.events.isHookOn = true;
    },
    clock: (given: { at: string | null }) => {
      stoppedAt = given.at === null ? null : new Date(given.at);
      return api.look();
    },
    pay: ({ id }: { id: string }) => api.pay(id),
    fail: ({ id }: { id: string }) => api.fail(id),
    refund: ({ id, state }: { id: string; state: "done" | "failed" }) => api.endRefund(id, state),
    dispute: (given: FakeDispute) => api.dispute(given),
    state: () => ({ pages: api.pages(), refunds: api.refunds(), events: api.events.sent, calls, isHookOn: api.events.isHookOn }),
  };

  async function answerApi(call: Call, response: ServerResponse): Promise<void> {
    calls.push(`${call.method} ${call.path}`);
    const operation = api.operationOf(call);
    const fate: Fate | null = world.knobs.fate ?? (operation && world.knobs.fates[operation]?.shift()) ?? null;
    if (fate === "silent") return;
    if (typeof fate === "number") return reply(response, { status: fate, body: api.errorOf(fate) });
    if (!api.isAuthorized(call)) return reply(response, { status: 401, body: api.errorOf(401) });
    if (operation === null) return reply(response, { status: 404, body: api.errorOf(404) });
    const answer = await api.answer(operation, call);
    if (fate === "lost") return;
    if (fate === "cut") return void response.destroy();
    reply(response, answer);
  }

  const server = createServer((request, response) => {
    answer(request, response).catch((error: unknown) => reply(response, { status: 500, body: { error: String(error) } }));
  });

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? "/", "http://fake");
    const call: Call = {
      method: request.method ?? "GET",
      path: url.pathname,
      query: url.searchParams,
      headers: request.headers,
      body: await text(request),
    };
    const command = /^\/fake\/(\w+)$/.exec(call.path)?.[1];
    if (command !== undefined && Object.hasOwn(commands, command)) {
      const result = await commands[command]?.(JSON.parse(call.body || "null") as never);
      return reply(response, { status: 200, body: (result as object) ?? {} });
    }
    if (call.path.startsWith("/v1/")) return answerApi(call, response);
    reply(response, (await api.page(call)) ?? { status: 404, body: "<!doctype html><title>Not found</title><h1>Not found</h1>" });
  }
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  world.origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  setInterval(() => void api.look(), LOOK_EVERY_MS);
  // The process ends with the test that started it, however that ends.
  process.stdin.resume().once("end", () => process.exit());
  console.log(world.origin);
}

function reply(response: ServerResponse, { status, body, headers }: Reply): void {
  const isPage = typeof body === "string";
  response.writeHead(status, { "content-type": isPage ? "text/html; charset=utf-8" : "application/json", ...headers });
  response.end(isPage ? body : JSON.stringify(body));
}
