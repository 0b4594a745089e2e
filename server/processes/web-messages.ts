import type { QueueLane } from "#platform/fair-queue/queue-lane.ts";
import type { PictureDone, PictureNo, PictureTask } from "#platform/pictures/pictures.ts";

/** The argument with which this program runs as a web process. */
export const WEB_PROCESS = "web-process";

/**
 * Messages from the primary to a web process: what it needs to start, and the pictures it asked
 * for.
 */
export type ToWorker = { say: "begin"; number: number; databaseUrl: string; shopUrl: string | null } | PictureAnswer;

/** The result of a picture that a web process had decoded. */
export type PictureAnswer = { say: "picture done"; id: number } & ({ done: PictureDone | PictureNo } | { failed: string });

/** A picture that a web process wants decoded. */
export type PictureQuestion = { say: "picture"; id: number; task: PictureTask; lane: QueueLane };

/**
 * Messages from a web process to the primary: it is ready to start, it listens at an address, it
 * cannot start, or it has a picture to decode.
 */
export type FromWorker = { say: "ready" } | { say: "open"; address: string } | { say: "problem"; sentence: string } | PictureQuestion;
