import { readFile } from "node:fs/promises";
import { setTimeout as wait } from "node:timers/promises";
import sharp from "sharp";
import { afterEach, expect, test, vi } from "vitest";
import { openTestDecoder } from "#tests/support/pictures/decoder.ts";
import { decodersOf, sendSignal } from "#tests/support/processes/processes.ts";
import { soon } from "#tests/support/soon.ts";
import { ownQueueLane, queueLaneOfNetwork } from "../fair-queue/queue-lane.ts";
import type { PictureTask, RemakeOptions } from "./pictures.ts";

const remake: RemakeOptions = {
  maxBytes: 10_000_000,
  maxPixels: { jpeg: 50_000_000, png: 50_000_000, webp: 25_000_000, gif: 25_000_000, avif: 50_000_000, inPasses: 25_000_000 },
  maxSide: 20_000,
  maxScans: 50,
  storedMaxWidth: 200,
  storedMaxHeight: 200,
  storedMaxPixels: 40_000,
  format: "jpeg",
};
const small = await sharp({ create: { width: 300, height: 300, channels: 3, background: "#777" } })
  .png()
  .toBuffer();
/** Takes 950 MB and a second without a budget for its format. */
const bomb = await readFile("tests/support/pictures/one-colour.avif");
const taskOf = (bytes: Uint8Array): PictureTask => ({ bytes, remake, see: null });
const [own, network] = [ownQueueLane("tests"), queueLaneOfNetwork("192.0.2.1")];
const done = { picture: expect.any(Uint8Array), grey: null, pixels: null };

let decoder: ReturnType<typeof openTestDecoder>;
afterEach(() => decoder.close());
const open = (limits: Parameters<typeof openTestDecoder>[0] = {}) => {
  decoder = openTestDecoder(limits);
  return decoder.pictures;
};
const decoders = () => decodersOf(process.pid);

test("the decoder starts with the first picture, serves the next too, and ends when it is closed", async () => {
  const pictures = open();
  expect(decoders()).toEqual([]);
  expect(await pictures(taskOf(small), own)).toEqual(done);
  const [first, ...others] = decoders();
  expect([first, others]).toEqual([expect.any(Number), []]);
  expect(await pictures(taskOf(small), own)).toEqual(done);
  expect(decoders()).toEqual([first]);
  await decoder.close();
  expect(decoders()).toEqual([]);
  await expect(pictures(taskOf(small), own)).rejects.toThrow("being stopped");
});

test.runIf(process.platform === "linux")("the system ends the decoder first when memory runs out, and it knows no secret", async () => {
  vi.stubEnv("SECRET", "a secret that nobody else may know");
  await open()(taskOf(small), own);
  const [pid] = decoders();
  expect(await readFile(`/proc/${pid}/oom_score_adj`, "utf8")).toBe("900\n");
  expect(await readFile(`/proc/${pid}/environ`, "utf8")).not.toContain("a secret");
  vi.unstubAllEnvs();
});

test("a picture that takes too long costs one refusal, and the next is decoded", async () => {
  const pictures = open({ pictureMs: 300 });
  expect(await pictures(taskOf(small), own)).toEqual(done);
  expect(await pictures(taskOf(bomb), own)).toEqual({ fault: "unreadable" });
  expect(await pictures(taskOf(small), own)).toEqual(done);
});

test.runIf(process.platform === "linux")(
  "a picture that takes too much memory costs one refusal, and those that wait are decoded",
  async () => {
    const pictures = open({ memoryBytes: 300 * 1024 * 1024 });
    const startedAt = performance.now();
    expect(await Promise.all([bomb, small, small].map((bytes) => pictures(taskOf(bytes), own)))).toEqual([
      { fault: "unreadable" },
      done,
      done,
    ]);
    expect(performance.now() - startedAt).toBeLessThan(10_000);
  },
);

test("a decoder that is killed from outside is started again, at work or not", async () => {
  const pictures = open();
  await pictures(taskOf(small), own);
  const [idle] = decoders();
  sendSignal(idle, "SIGKILL");
  await vi.waitFor(() => expect(decoders()).toEqual([]), soon);
  expect(await pictures(taskOf(small), own)).toEqual(done);

  const underWay = pictures(taskOf(bomb), own);
  await wait(200);
  const [busy] = decoders();
  sendSignal(busy, "SIGKILL");
  expect(await underWay).toEqual({ fault: "unreadable" });
  expect(await pictures(taskOf(small), own)).toEqual(done);
});

test("a decoder that is killed while it starts is started again, and the picture is decoded", async () => {
  const pictures = open();
  const underWay = pictures(taskOf(small), own);
  // Until its own program starts, a forked process still looks like its parent.
  const starting = await vi.waitUntil(() => decoders()[0], { interval: 1 });
  sendSignal(starting, "SIGKILL");
  expect(await underWay).toEqual(done);
});

test("many pictures at once survive a decoder that is killed again and again, and leave one process", async () => {
  const pictures = open();
  let answered = 0;
  const decoded = async (n: number) => {
    const answer = await pictures(taskOf(small), queueLaneOfNetwork(`192.0.2.${n}`));
    answered += 1;
    if (answered % 3 === 0) for (const pid of decoders()) sendSignal(pid, "SIGKILL");
    return answer;
  };
  const answers = await Promise.all(Array.from({ length: 12 }, (_, n) => decoded(n)));
  for (const answer of answers) expect([done, { fault: "unreadable" }]).toContainEqual(answer);
  expect(await pictures(taskOf(small), own)).toEqual(done);
  expect(decoders()).toHaveLength(1);
});

test("signals to all processes, such as Ctrl+C, leave the decoder to its parent", async () => {
  const pictures = open();
  await pictures(taskOf(small), own);
  const [pid] = decoders();
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) sendSignal(pid, signal);
  expect(await pictures(taskOf(small), own)).toEqual(done);
  expect(decoders()).toEqual([pid]);
});

test("the decoder is replaced after so many pictures, and ended after so long without one", async () => {
  const pictures = open({ picturesMax: 2, idleMs: 300 });
  const seen = [];
  for (let n = 0; n < 3; n += 1) {
    expect(await pictures(taskOf(small), own)).toEqual(done);
    seen.push(decoders().at(-1));
  }
  expect(seen[2]).not.toBe(seen[0]);
  await vi.waitFor(() => expect(decoders()).toEqual([]), { timeout: 5_000 });
  expect(await pictures(taskOf(small), own)).toEqual(done);
});

test("a network has one picture waiting and only so much of the decoder's time; others are served meanwhile", async () => {
  const pictures = open({ budgetMs: 1, windowMs: 60_000 });
  const other = queueLaneOfNetwork("192.0.2.2");
  const answers = await Promise.all([network, network, network, other].map((lane) => pictures(taskOf(small), lane)));
  expect(answers).toEqual([done, done, { fault: "busy" }, done]);
  expect(await pictures(taskOf(small), network)).toEqual({ fault: "limited", waitMs: expect.any(Number) });
  expect(await pictures(taskOf(small), own)).toEqual(done);
});

test("what its bytes alone show is refused without the decoder", async () => {
  const pictures = open();
  const jpeg = await sharp({ create: { width: 400, height: 400, channels: 3, background: "#777" } })
    .jpeg({ progressive: true })
    .toBuffer();
  const refinement = Buffer.from([0xff, 0xda, 0, 8, 1, 1, 0, 1, 1, 0x10]);
  const manyScans = Buffer.concat([jpeg.subarray(0, -2), ...Array<Buffer>(60).fill(refinement), Buffer.from([0xff, 0xd9])]);
  expect(await pictures(taskOf(manyScans), own)).toEqual({ fault: "unreadable" });
  expect(await pictures(taskOf(new Uint8Array(10_000_001)), own)).toEqual({ fault: "tooBig" });
  expect(await pictures(taskOf(new Uint8Array()), own)).toEqual({ fault: "notAPicture" });
  expect(decoders()).toEqual([]);
});
