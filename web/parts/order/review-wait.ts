import { useRouteLoaderData } from "react-router";
import type { Texts } from "#messages/texts.ts";
import { isSlow, type ReviewWait, reviewHours } from "#shop/orders/waits/review-wait.ts";
import type { loader as rootLoader } from "#web/root.tsx";
import { durationText } from "../text/time-text.ts";
import { promisedHours } from "./order-stations.ts";

/** How long reviews took lately; null: too few to say. [S14.14] */
export function useReviewWait(): ReviewWait | null {
  return useRouteLoaderData<typeof rootLoader>("root")?.reviewWait ?? null;
}

/** `12-24`, or more hours where nine of ten reviews take longer than the shop promises. [S1.2] [S14.14] */
export function hoursOfReview(wait: ReviewWait | null): string {
  return isSlow(wait) ? String(reviewHours(wait)) : promisedHours;
}

/** The two lengths of the record in words. */
export function wordsOfReview({ halfMs, mostMs }: ReviewWait, texts: Texts<"parts">): { half: string; most: string } {
  return { half: durationText(halfMs, texts), most: durationText(mostMs, texts) };
}

/** The record as a sentence for buyers; null: none. [S14.14] */
export function reviewRecord(wait: ReviewWait | null, texts: Texts<"parts">): string | null {
  return wait && texts("reviewRecord", wordsOfReview(wait, texts));
}
