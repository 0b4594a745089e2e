import type { PictureDone, PictureNo, Pictures } from "#platform/pictures/pictures.ts";
import { reportToPrimary } from "./report-to-primary.ts";
import type { PictureAnswer, PictureQuestion, ToWorker } from "./web-messages.ts";

/**
 * Sends this web process's pictures to the primary: all web processes share one decoder and one
 * queue.
 */
export function picturesOfPrimary(): { pictures: Pictures; close(): Promise<void> } {
  const waiting = new Map<number, PromiseWithResolvers<PictureDone | PictureNo>>();
  let last = 0;
  const receive = (message: ToWorker) => {
    if (message.say !== "picture done") return;
    const { resolve, reject } = waiting.get(message.id) ?? Promise.withResolvers();
    waiting.delete(message.id);
    if ("done" in message) resolve(message.done);
    else reject(new Error(message.failed));
  };
  process.on("message", receive);

  return {
    pictures(task, lane) {
      last += 1;
      const answer = Promise.withResolvers<PictureDone | PictureNo>();
      waiting.set(last, answer);
      void reportToPrimary({ say: "picture", id: last, task, lane });
      return answer.promise;
    },
    async close() {
      process.off("message", receive);
      for (const { reject } of waiting.values()) reject(new Error("the shop is being stopped"));
    },
  };
}

/** Decodes a picture that a web process sent, and returns the answer to it. */
export async function answerPicture(pictures: Pictures, { id, task, lane }: PictureQuestion): Promise<PictureAnswer> {
  try {
    return { say: "picture done", id, done: await pictures(task, lane) };
  } catch (error) {
    return { say: "picture done", id, failed: error instanceof Error ? error.message : String(error) };
  }
}
