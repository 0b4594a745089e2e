import { execFileSync } from "node:child_process";
import { expect, test } from "vitest";

const YOUNG_ENOUGH_MB = 32;
/** What is more was taken by other work. */
const YOUNG_LEFT_MB = 16;

/** The most room that a process of its own takes for steps whose objects live on for a while, in MB; `betweenSteps` and `afterwards` are its own words. */
function roomFor(betweenSteps: string, afterwards = ""): { young: number; old: number } {
  const script = `
    import { getHeapSpaceStatistics } from "node:v8";
    import { spareMemory } from "#platform/spare-memory.ts";
    const room = (name) => getHeapSpaceStatistics().find(({ space_name }) => space_name === name).space_size / 2 ** 20;
    const most = { young: 0, old: 0 };
    let kept = [];
    function step() {
      kept.push(Array.from({ length: 10_000 }, (_, n) => ({ text: String(n).padStart(30), n: [n] })));
      if (kept.length > 25) kept = [];
    }
    for (let done = 0; done < 100; done += 1) {
      step();
      ${betweenSteps}
      most.young = Math.max(most.young, room("new_space"));
      most.old = Math.max(most.old, room("old_space"));
    }
    ${afterwards}
    console.log(JSON.stringify(most));`;
  return JSON.parse(execFileSync(process.execPath, ["--input-type=module", "-e", script], { encoding: "utf8" }));
}

test("steps between which memory is spared take little room for young objects, and leave little garbage", () => {
  const [spared, atWill] = [roomFor("spareMemory();"), roomFor("")];
  expect(spared.young).toBeLessThanOrEqual(YOUNG_ENOUGH_MB);
  expect(atWill.young).toBeGreaterThan(YOUNG_ENOUGH_MB);
  expect(spared.old).toBeLessThan(atWill.old * 0.75);
});

test("when the steps are over, V8 takes room again as it likes; the next steps begin by handing it back", () => {
  const room = roomFor(
    "spareMemory();",
    `for (; room("new_space") <= ${YOUNG_LEFT_MB}; await new Promise(setImmediate)) step();
    spareMemory();
    most.young = room("new_space");`,
  );
  expect(room.young).toBeLessThanOrEqual(YOUNG_LEFT_MB);
});
