import { execFileSync } from "node:child_process";
import { expect, test } from "vitest";

const YOUNG_ENOUGH_MB = 32;
/** What is more was taken by other work. */
const YOUNG_LEFT_MB = 16;
/** More than this is collected, and a step leaves a little. */
const GARBAGE_MB = 16;
/** After so long the steps are over for certain. */
const OVER_MS = 3_000;

type Room = {
  /** The most that young objects had. */
  young: number;
  /** The most that older objects had. */
  old: number;
  /** What older objects have when the most of them live and there is no garbage. */
  live: number;
  /** What young objects had when the steps were over and others had come. */
  youngAgain?: number;
};

/** The room that a process of its own takes for steps whose objects live on for a while, in MB; `betweenSteps` and `afterwards` are its own words. */
function roomFor(betweenSteps: string, afterwards = ""): Room {
  const script = `
    import { getHeapSpaceStatistics } from "node:v8";
    import { collectGarbage } from "#platform/collect-garbage.ts";
    import { spareMemory } from "#platform/spare-memory.ts";
    const room = (name) => getHeapSpaceStatistics().find(({ space_name }) => space_name === name).space_size / 2 ** 20;
    const most = { young: 0, old: 0, live: 0 };
    let kept = [];
    const objects = () => Array.from({ length: 10_000 }, (_, n) => ({ text: String(n).padStart(30), n: [n] }));
    function step() {
      if (kept.length === 25) kept = [];
      kept.push(objects());
    }
    for (let done = 0; done < 100; done += 1) {
      step();
      ${betweenSteps}
      most.young = Math.max(most.young, room("new_space"));
      most.old = Math.max(most.old, room("old_space"));
    }
    collectGarbage({ thoroughly: true });
    most.live = room("old_space");
    ${afterwards}
    console.log(JSON.stringify(most));`;
  return JSON.parse(execFileSync(process.execPath, ["--input-type=module", "-e", script], { encoding: "utf8" }));
}

test("steps between which memory is spared take little room for young objects, and leave little garbage", () => {
  const spared = roomFor("spareMemory();");
  expect(spared.young).toBeLessThanOrEqual(YOUNG_ENOUGH_MB);
  expect(spared.old).toBeLessThanOrEqual(spared.live + GARBAGE_MB);
  expect(roomFor("").young).toBeGreaterThan(YOUNG_ENOUGH_MB);
});

test("when the steps are over, V8 takes room again as it likes; the next steps begin by handing it back", () => {
  const room = roomFor(
    "spareMemory();",
    `kept = [];
    await new Promise((done) => setTimeout(done, ${OVER_MS}));
    // So little grows old that it is no reason for collecting.
    collectGarbage({ thoroughly: true });
    const brief = Array(2);
    for (let n = 0; n < 1_000 && room("new_space") <= ${YOUNG_LEFT_MB}; n += 1) brief[n % 2] = objects();
    most.youngAgain = room("new_space");
    spareMemory();
    most.young = room("new_space");`,
  );
  expect(room.youngAgain).toBeGreaterThan(YOUNG_LEFT_MB);
  expect(room.young).toBeLessThanOrEqual(YOUNG_LEFT_MB);
});
