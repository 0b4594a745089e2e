import type { QueueLimits } from "#platform/fair-queue/fair-queue.ts";
import type { DecoderLimits, DecoderProgram } from "#platform/pictures/decoder-process.server.ts";
import {
  DECODER_IDLE_MS,
  DECODER_MEMORY_MAX_BYTES,
  DECODER_NETWORK_MS,
  DECODER_NETWORK_WINDOW_MS,
  DECODER_PICTURE_MS,
  DECODER_PICTURES_MAX,
  PICTURES_WAITING_MAX,
} from "./constants.ts";
import { ownProgram } from "./own-program.ts";

/** The argument with which this program runs as the picture decoder. */
export const DECODER = "decoder-process";

/** How the decoder process is started. */
export function decoderProgram(): DecoderProgram {
  return ownProgram(DECODER, "../../platform/pictures/decoder.ts");
}

/** The limits of the decoder, and of one network's use of it. */
export const decoderLimits: DecoderLimits & QueueLimits = {
  pictureMs: DECODER_PICTURE_MS,
  memoryBytes: DECODER_MEMORY_MAX_BYTES,
  picturesMax: DECODER_PICTURES_MAX,
  idleMs: DECODER_IDLE_MS,
  waitingMax: PICTURES_WAITING_MAX,
  budgetMs: DECODER_NETWORK_MS,
  windowMs: DECODER_NETWORK_WINDOW_MS,
};
