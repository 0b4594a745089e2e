import { writeFileSync } from "node:fs";
import type { FromDecoder, ToDecoder } from "./decoder-process.server.ts";
import { doPictureTask } from "./do-picture-task.server.ts";
import { openSharp } from "./open-sharp.server.ts";

/** If memory runs out, the system should kill the decoder first, not the shop or its database. */
const OOM_SCORE = "900";

// The decoder's program: it decodes the pictures that its parent sends, one at a time, and ends
// with its parent. Signals to the process group, such as Ctrl+C, are left to the parent, which may
// still need the decoder.
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, () => {});
// A normal exit would wait for the picture that is being decoded.
process.on("disconnect", () => process.kill(process.pid, "SIGKILL"));
raiseOomScore();
await openSharp();
process.on("message", async ({ task }: ToDecoder) => {
  send({ say: "begun" });
  send(await answerTo(task));
});
send({ say: "ready" });

async function answerTo(task: ToDecoder["task"]): Promise<FromDecoder> {
  try {
    return { say: "done", done: await doPictureTask(task) };
  } catch (error) {
    return { say: "failed", reason: error instanceof Error ? error.message : String(error) };
  }
}

function send(message: FromDecoder): void {
  process.send?.(message, undefined, undefined, () => {});
}

/** Only Linux has this score. */
function raiseOomScore(): void {
  try {
    writeFileSync("/proc/self/oom_score_adj", OOM_SCORE);
  } catch {
    return;
  }
}
