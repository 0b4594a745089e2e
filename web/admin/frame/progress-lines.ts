/** What a form accepts as its answer to be told the progress: lines of JSON. */
export const PROGRESS_LINES = "application/x-ndjson";

/** One line of a streamed answer: the progress, and last the answer or where the page goes. */
export type ProgressLine<A> = { done: number; of: number } | { answer: A } | { to: string };
