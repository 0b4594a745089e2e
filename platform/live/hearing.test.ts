import { expect, test } from "vitest";
import { openHearing } from "./hearing.ts";

/** A connection whose other side answers when it is told to. */
function aConnection() {
  let at = 500;
  let asked = 0;
  let answer = Promise.withResolvers<void>();
  const hearing = openHearing(() => at);
  return {
    hearing,
    asked: () => asked,
    pass: (ms: number) => {
      at += ms;
    },
    ask: () => {
      asked += 1;
      answer = Promise.withResolvers<void>();
      return answer.promise;
    },
    async answers(isThere: boolean) {
      if (isThere) answer.resolve();
      else answer.reject(new Error("nobody answers"));
      await new Promise((resolve) => setImmediate(resolve));
    },
  };
}

test("[S4.7] nothing is sure before somebody listens, and after the connection has ended", () => {
  const { hearing, ask, pass } = aConnection();
  expect(hearing.since()).toBeNull();
  hearing.begin(ask);
  pass(10);
  expect(hearing.since()).toBe(500);
  hearing.end();
  expect(hearing.since()).toBeNull();
});

test("[S4.7] a connection that says nothing is asked, and counts while it answers", async () => {
  const { hearing, ask, pass, asked, answers } = aConnection();
  hearing.begin(ask);
  for (let n = 0; n < 5; n += 1) {
    pass(1_500);
    expect(hearing.since()).toBe(500);
    expect(hearing.since()).toBe(500);
    expect(asked()).toBe(n + 1);
    await answers(true);
  }
});

test("[S4.7] while nobody wants to know it may be silent for long: what it said then is not missed", async () => {
  const { hearing, ask, pass, asked, answers } = aConnection();
  hearing.begin(ask);
  pass(60_000);
  expect(hearing.since()).toBeNull();
  expect(asked()).toBe(1);
  await answers(true);
  expect(hearing.since()).toBe(500);
});

test("[S4.7] one that was frozen counts no more; when it comes back, what it tells came late", async () => {
  const { hearing, ask, pass, answers } = aConnection();
  hearing.begin(ask);
  pass(1_500);
  hearing.since();
  pass(1_000);
  expect(hearing.since()).toBeNull();
  await answers(true);
  expect(hearing.since()).toBe(3_000);
});

test("[S4.7] one that does not answer stays lost until another one listens", async () => {
  const { hearing, ask, pass, answers } = aConnection();
  hearing.begin(ask);
  pass(1_500);
  hearing.since();
  await answers(false);
  pass(1_000);
  expect(hearing.since()).toBeNull();
  hearing.begin(ask);
  expect(hearing.since()).toBe(3_000);
});

test("[S4.7] who comes after a quiet time waits for the answer, and hears no gap", async () => {
  const { hearing, ask, pass, asked, answers } = aConnection();
  expect(await hearing.againSince()).toBeNull();
  hearing.begin(ask);
  pass(60_000);
  const both = [hearing.againSince(), hearing.againSince()];
  expect(asked()).toBe(1);
  await answers(true);
  expect(await Promise.all(both)).toEqual([500, 500]);
  expect(await hearing.againSince()).toBe(500);
});

test("[S4.7] nobody waits long for one that does not answer, and nobody at all who comes later", async () => {
  const { hearing, ask, pass } = aConnection();
  hearing.begin(ask);
  pass(60_000);
  expect(await hearing.againSince()).toBeNull();
  pass(150);
  const waited = await Promise.race([hearing.againSince(), new Promise((resolve) => setImmediate(() => resolve("still waiting")))]);
  expect(waited).toBeNull();
});

test("[S4.7] one that refuses lets nobody wait", async () => {
  const { hearing, ask, pass, answers } = aConnection();
  hearing.begin(ask);
  pass(60_000);
  const waiting = hearing.againSince();
  await answers(false);
  expect(await waiting).toBeNull();
});
