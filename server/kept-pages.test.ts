import { expect, test } from "vitest";
import { PAGES_BEHIND_MAX_MS, PAGES_MADE_EVERY_MS } from "#shop/constants.ts";
import { openKeptPages } from "./kept-pages.ts";

type Told = { bytes: number; text: string };

/** Pages that tell how often they were made, by clocks that stand until they are moved. */
function aStore({ maxBytes = 1_000, bytes = 10 } = {}) {
  let at = 1_000;
  let made = 0;
  let shown = "first";
  let hold: Promise<void> = Promise.resolve();
  const pages = openKeptPages<string, Told>({
    maxBytes,
    now: () => at,
    wallClock: () => at,
    make: async (asked) => {
      made += 1;
      const text = `${asked}: ${shown}`;
      await hold;
      if (shown === "broken") throw new Error("it cannot be made");
      return shown === "gone" ? null : { bytes, text };
    },
    tighten: async (_asked, { text }) => {
      await hold;
      return { bytes: 1, text: `${text}, tight` };
    },
  });
  return {
    pages,
    made: () => made,
    pass: (ms: number) => {
      at += ms;
    },
    show: (text: string) => {
      shown = text;
    },
    /** Makers wait from now on; what comes back lets them go on. */
    holdUp: () => {
      const { promise, resolve } = Promise.withResolvers<void>();
      hold = promise;
      return resolve;
    },
    settled: () => new Promise((resolve) => setImmediate(resolve)),
  };
}

test("what was made is handed out until something changes", async () => {
  const { pages, made, pass } = aStore();
  expect(pages.find("/", 0)).toBeNull();
  expect(await pages.findOrMake("/", "/", 0)).toMatchObject({ text: "/: first" });
  pass(10_000);
  expect(pages.find("/", 0)).toMatchObject({ text: "/: first" });
  expect(made()).toBe(1);
});

test("after a change the old page is handed out for a last moment, while the new one is made, and never longer", async () => {
  const { pages, made, pass, show, settled, holdUp } = aStore();
  await pages.findOrMake("/", "/", 0);
  pass(1_000);
  show("second");
  const goOn = holdUp();
  pages.noteChange();
  expect(pages.find("/", 0)).toMatchObject({ text: "/: first" });
  pass(PAGES_BEHIND_MAX_MS - 1);
  expect(pages.find("/", 0)).toMatchObject({ text: "/: first" });
  pass(1);
  expect(pages.find("/", 0)).toBeNull();
  goOn();
  await settled();
  expect(pages.find("/", 0)).toMatchObject({ text: "/: second" });
  expect(made()).toBe(2);
});

test("a change while a page is made counts for it: it may have been read before", async () => {
  const { pages, pass, show, settled, holdUp } = aStore();
  const goOn = holdUp();
  const first = pages.findOrMake("/", "/", 0);
  await settled();
  pages.noteChange();
  show("second");
  goOn();
  expect(await first).toMatchObject({ text: "/: first" });
  pass(PAGES_BEHIND_MAX_MS);
  expect(pages.find("/", 0)).toBeNull();
  expect(await pages.findOrMake("/", "/", 0)).toMatchObject({ text: "/: second" });
});

test("in a storm of changes a page is made at most so often, and is never further behind", async () => {
  const { pages, made, pass, show, settled } = aStore();
  await pages.findOrMake("/", "/", 0);
  for (let ms = 1; ms <= 1_000; ms += 1) {
    pass(1);
    show(String(ms));
    pages.noteChange();
    const told = pages.find("/", 0) ?? (await pages.findOrMake("/", "/", 0));
    const toldMs = told?.text === "/: first" ? 0 : Number(told?.text.slice(3));
    expect(ms - toldMs).toBeLessThanOrEqual(PAGES_BEHIND_MAX_MS + 1);
    await settled();
  }
  expect(made()).toBeLessThanOrEqual(1_000 / PAGES_MADE_EVERY_MS + 2);
});

test("what was read before changes were heard of is not handed out", async () => {
  const { pages, pass } = aStore();
  await pages.findOrMake("/", "/", 0);
  pass(10);
  expect(pages.find("/", 1_005)).toBeNull();
  expect(pages.find("/", 1_000)).not.toBeNull();
});

test("many who ask for what is missing wait for one making", async () => {
  const { pages, made } = aStore();
  const all = await Promise.all(Array.from({ length: 20 }, () => pages.findOrMake("/", "/", 0)));
  expect(all.every((one) => one?.text === "/: first")).toBe(true);
  expect(made()).toBe(1);
});

test("a page that is gone, or breaks, is kept no longer", async () => {
  for (const fault of ["gone", "broken"]) {
    const { pages, show, pass } = aStore();
    await pages.findOrMake("/", "/", 0);
    show(fault);
    pages.noteChange();
    pass(PAGES_BEHIND_MAX_MS);
    expect(await pages.findOrMake("/", "/", 0)).toBeNull();
    expect(pages.size()).toBe(0);
  }
});

test("no more is kept than there is room for; what nobody asked for longest goes first", async () => {
  const { pages, pass } = aStore({ maxBytes: 100, bytes: 10 });
  for (let n = 0; n < 10; n += 1) await pages.findOrMake(`/${n}`, `/${n}`, 0);
  pass(2_000);
  expect(pages.find("/0", 0)).not.toBeNull();
  await pages.findOrMake("/new", "/new", 0);
  expect(pages.size()).toBe(100);
  expect(pages.find("/0", 0)).not.toBeNull();
  expect(pages.find("/1", 0)).toBeNull();
  pages.forget();
  expect(pages.size()).toBe(0);
});

test("one answer may not take most of the room", async () => {
  const { pages } = aStore({ maxBytes: 100, bytes: 26 });
  expect(await pages.findOrMake("/", "/", 0)).toBeNull();
  expect(pages.size()).toBe(0);
});

test("[S1.8] each minute is read anew: the year is another one from its first minute on", async () => {
  const { pages, pass, show } = aStore();
  await pages.findOrMake("/", "/", 0);
  show("next year");
  pass(59_000 + PAGES_BEHIND_MAX_MS);
  expect(pages.find("/", 0)).toBeNull();
  expect(await pages.findOrMake("/", "/", 0)).toMatchObject({ text: "/: next year" });
});

test("what is asked for often and did not change for a while is handed out in fewer bytes", async () => {
  const { pages, made, pass, settled } = aStore();
  await pages.findOrMake("/", "/", 0);
  for (let n = 0; n < 200; n += 1) pages.find("/", 0);
  await settled();
  expect([pages.find("/", 0)?.text, pages.size()]).toEqual(["/: first", 10]);
  pass(5_000);
  expect(pages.find("/", 0)?.text).toBe("/: first");
  await settled();
  expect([pages.find("/", 0)?.text, pages.size(), made()]).toEqual(["/: first, tight", 1, 1]);
});

test("what changed while it was packed tightly is not told again", async () => {
  const { pages, pass, settled, show, holdUp } = aStore();
  await pages.findOrMake("/", "/", 0);
  pass(5_000);
  const goOn = holdUp();
  for (let n = 0; n < 200; n += 1) pages.find("/", 0);
  show("second");
  pages.noteChange();
  pass(PAGES_BEHIND_MAX_MS);
  const next = pages.findOrMake("/", "/", 0);
  goOn();
  expect((await next)?.text).toBe("/: second");
  await settled();
  expect([pages.find("/", 0)?.text, pages.size()]).toEqual(["/: second", 10]);
});
