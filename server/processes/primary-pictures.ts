import type { PictureDone, PictureNo, Pictures } from "#platform/pictures/pictures.ts";
import { reportToPrimary } from "./report-to-primary.ts";
import type { PictureAnswer, PictureQuestion, ToWorker } from "./web-messages.ts";

/**
 * Sends this web process's pictures to the primary: all web processes share one decoder and one
 * queue.
 */
export function picturesOfOwner(): { pictures: Pictures; close(): Promise<void> } {
  const asked = new Map<number, PromiseWithResolvers<PictureDone | PictureNo>>();
  let last = 0;
  const hear = (message: ToWorker) => {
    if (message.say !== "picture done") return;
    const { resolve, reject } = asked.get(message.id) ?? Promise.withResolvers();
    asked.delete(message.id);
    if ("done" in message) resolve(message.done);
    else reject(new Error(message.failed));
  };
  process.on("message", hear);

  return {
    pictures(task, lane) {
      last += 1;
      const answer = Promise.withResolvers<PictureDone | PictureNo>();
      asked.set(last, answer);
      void reportToPrimary({ say: "picture", id: last, task, lane });
      return answer.promise;
    },
    async close() {
      process.off("message", hear);
      for (const { reject } of asked.values()) reject(new Error("the shop is being stopped"));
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
