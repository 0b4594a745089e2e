import { spawn } from "node:child_process";
import { once } from "node:events";
import { setTimeout as wait } from "node:timers/promises";
import type { FakeDispute, FakePage, FakeRefund, FakeState, Hook, Knobs, SentEvent } from "./knobs.ts";

/** A fake payment provider that runs as a process of its own. */
export type FakeProviderServer = {
  /** Its address: of its API, and of the pages that a buyer pays on. */
  url: string;
  pid: number;
  /** Changes how it behaves from now on. */
  turn(knobs: Partial<Knobs>): Promise<void>;
  /** Says where events go; null sends none. */
  hookTo(hook: Hook | null): Promise<void>;
  /** Stops its clock at a time; without one it runs again. */
  setNow(at?: Date): Promise<void>;
  /** A buyer pays a page, even one that has ended; `fail` lets a payment fail. */
  pay(pageId: string): Promise<void>;
  fail(pageId: string): Promise<void>;
  endRefund(refundId: string, state: "done" | "failed"): Promise<void>;
  /** The buyer's bank disputes a payment, or its dispute goes on; returns the dispute's id. */
  dispute(payment: string, state: FakeDispute["state"]): Promise<string>;
  state(): Promise<FakeState>;
  /** Resolves with what the state shows as soon as it shows something; fails after 5 seconds. */
  until<T>(shown: (state: FakeState) => T | undefined | null | false): Promise<T>;
  close(): Promise<void>;
};

export type { FakePage, FakeRefund, SentEvent };

const UNTIL_MS = 5_000;

/** Starts the program of a fake with its keys. */
export async function openFake(program: string, keys: object): Promise<FakeProviderServer> {
  const child = spawn(process.execPath, [program, JSON.stringify(keys)], { stdio: ["pipe", "pipe", "inherit"] });
  const ended = once(child, "exit");
  const [line] = await Promise.race([once(child.stdout, "data"), ended.then(() => Promise.reject(new Error(`${program} did not start`)))]);
  const url = String(line).trim();

  async function command(name: string, given?: unknown): Promise<unknown> {
    const answer = await fetch(`${url}/fake/${name}`, { method: "POST", body: JSON.stringify(given ?? null) });
    if (!answer.ok) throw new Error(`the fake refused ${name}: ${answer.status}`);
    return answer.json();
  }
  const state = () => command("state") as Promise<FakeState>;

  return {
    url,
    pid: child.pid ?? 0,
    turn: async (knobs) => void (await command("knobs", knobs)),
    hookTo: async (hook) => void (await command("hook", hook)),
    setNow: async (at) => void (await command("clock", { at: at?.toISOString() ?? null })),
    pay: async (id) => void (await command("pay", { id })),
    fail: async (id) => void (await command("fail", { id })),
    endRefund: async (id, ending) => void (await command("refund", { id, state: ending })),
    dispute: async (payment, to) => ((await command("dispute", { payment, state: to })) as { id: string }).id,
    state,
    async until(shown) {
      for (const end = Date.now() + UNTIL_MS; ; await wait(20)) {
        const now = await state();
        const found = shown(now);
        if (found) return found;
        if (Date.now() > end) throw new Error(`the fake never showed it: ${JSON.stringify(now)}`);
      }
    },
    async close() {
      child.kill("SIGKILL");
      await ended;
    },
  };
}
