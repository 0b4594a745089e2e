import { openFairQueue, type QueueLimits } from "../fair-queue/fair-queue.ts";
import type { QueueLane } from "../fair-queue/queue-lane.ts";
import type { Log } from "../log.server.ts";
import { type DecoderLimits, type DecoderProgram, openDecoder } from "./decoder-process.server.ts";
import { countScans } from "./jpeg-scans.ts";
import type { PictureDone, PictureNo, Pictures, PictureTask } from "./pictures.ts";

type Job = { task: PictureTask; outcome: PromiseWithResolvers<PictureDone | PictureNo> };

/**
 * Opens the decoder with its queue. Pictures that can be refused by their bytes alone are not
 * queued.
 */
export function openPictures(
  program: DecoderProgram,
  limits: DecoderLimits & QueueLimits,
  log: Pick<Log, "warn">,
): { pictures: Pictures; close(): Promise<void> } {
  const decoder = openDecoder(program, limits, log);
  const queue = openFairQueue<Job>(limits, () => performance.now());
  let isBusy = false;

  async function workOn({ task, outcome }: Job, lane: QueueLane): Promise<void> {
    const from = performance.now();
    await decoder.decode(task).then(outcome.resolve, outcome.reject);
    queue.spend(lane, performance.now() - from);
  }

  async function workAll(): Promise<void> {
    if (isBusy) return;
    isBusy = true;
    for (let next = queue.next(); next; next = queue.next()) await workOn(next.job, next.lane);
    isBusy = false;
  }

  return {
    async pictures(task, lane) {
      const no = plainFault(task);
      if (no) return { fault: no };
      const outcome = Promise.withResolvers<PictureDone | PictureNo>();
      const full = queue.enter(lane, { task, outcome });
      if (full) return full;
      void workAll();
      return outcome.promise;
    },
    async close() {
      for (const { outcome } of queue.empty()) outcome.reject(new Error("the shop is being stopped"));
      await decoder.close();
    },
  };
}

function plainFault({ bytes, remake }: PictureTask): "tooBig" | "unreadable" | "notAPicture" | null {
  if (!remake) return null;
  if (bytes.length === 0) return "notAPicture";
  if (bytes.length > remake.maxBytes) return "tooBig";
  return countScans(bytes) > remake.maxScans ? "unreadable" : null;
}
