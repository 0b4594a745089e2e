import type { QueueLane } from "#platform/fair-queue/queue-lane.ts";
import type { PictureDone, PictureNo, PictureTask } from "#platform/pictures/pictures.ts";
import type { MeasureAnswer, MeasureQuestion } from "../metrics/ask-to-measure.ts";

/** The argument with which this program runs as a web process. */
export const WEB_PROCESS = "web-process";

/**
 * Messages from the primary to a web process: what it needs to start, the pictures it asked for,
 * and questions and answers about metrics.
 */
export type ToWorker =
  | { say: "begin"; number: number; databaseUrl: string; shopUrl: string | null }
  | PictureAnswer
  | MeasureQuestion
  | MeasureAnswer;

/** The result of a picture that a web process had decoded. */
export type PictureAnswer = { say: "picture done"; id: number } & ({ done: PictureDone | PictureNo } | { failed: string });

/** A picture that a web process wants decoded. */
export type PictureQuestion = { say: "picture"; id: number; task: PictureTask; lane: QueueLane };

/**
 * Messages from a web process to the primary: it is ready to start, it listens at an address, it
 * cannot start, it has a picture to decode, or questions and answers about metrics.
 */
export type FromWorker =
  | { say: "ready" }
  | { say: "open"; address: string }
  | { say: "problem"; sentence: string }
  | PictureQuestion
  | MeasureQuestion
  | MeasureAnswer;
