import { expect, test } from "vitest";
import { cacheValue } from "./cached-value.ts";
import { openHub } from "./hub.ts";

test("a value is loaded once, also for two readers at once, until its topic is announced", async () => {
  const hub = openHub();
  let loads = 0;
  const value = cacheValue(hub, "settings", async () => ++loads);
  expect(await Promise.all([value.read(), value.read()])).toEqual([1, 1]);
  hub.notify("pages");
  expect(await value.read()).toBe(1);
  hub.notify("settings");
  expect(await value.read()).toBe(2);
  value.forget();
  expect(await value.read()).toBe(3);
});

test("a read that was under way when the value changed is not kept", async () => {
  const hub = openHub();
  const [first, second] = [Promise.withResolvers<string>(), Promise.withResolvers<string>()];
  const loads = [first, second];
  const value = cacheValue(hub, "settings", async () => loads.shift()?.promise);
  const before = value.read();
  hub.notify("settings");
  const after = value.read();
  second.resolve("new");
  first.resolve("old");
  expect(await Promise.all([before, after, value.read()])).toEqual(["old", "new", "new"]);
});

test("a failed read is tried again", async () => {
  let load = 0;
  const value = cacheValue(openHub(), "settings", async () => {
    if (load++ === 0) throw new Error("the database is away");
    return load;
  });
  await expect(value.read()).rejects.toThrow("away");
  expect(await value.read()).toBe(2);
});
