import { MINUTE_MS } from "#shop/constants.ts";

/** The decoder is killed if it uses more memory than this, or takes longer for one picture. */
export const DECODER_MEMORY_MAX_BYTES = 450 * 1024 * 1024;
export const DECODER_PICTURE_MS = 10_000;
/** The decoder is replaced after this many pictures, and stopped after this long without one. */
export const DECODER_PICTURES_MAX = 200;
export const DECODER_IDLE_MS = 5 * MINUTE_MS;
/** How many networks may have a picture waiting for the decoder. Each may have one. */
export const PICTURES_WAITING_MAX = 64;
/** How long one network may keep the decoder busy within a window. */
export const DECODER_NETWORK_MS = 10_000;
export const DECODER_NETWORK_WINDOW_MS = 60_000;
/** How often the shop looks for guests' orders that expired. */
export const HOLDS_CHECKED_EVERY_MS = 5 * MINUTE_MS;
/** How often the shop sums up the orders of hours that ended. */
export const ORDER_HOURS_CLOSED_EVERY_MS = 10 * MINUTE_MS;
/** When the shop first sums up its sales after a start: after an update all of them, which pages count meanwhile. */
export const SALES_FIRST_COUNTED_MS = 30_000;
/**
 * How often the shop re-queues emails and webhook deliveries without a job, and emails that wait
 * too long because a clock was set back.
 */
export const REQUEUED_EVERY_MS = 60_000;
