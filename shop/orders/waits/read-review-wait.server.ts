import { sql } from "drizzle-orm";
import type { Services } from "#platform/provides.ts";
import { MINUTE_MS } from "#shop/constants.ts";
import { REVIEWS_MAX, REVIEWS_WITHIN_MS, type ReviewWait, reviewWaitOf } from "./review-wait.ts";

type Needs = Pick<Services, "db" | "now">;

/** Of so many orders that were handled last the decisions by persons are taken: in a busy shop money decides most. */
const HANDLED_READ = 5_000;
/** Pages say the same for so long, so that they cost the database nothing. */
const READ_EVERY_MS = MINUTE_MS;

/** What this process read last. */
export type ReviewWaitCache = { known(): ReviewWait | null };

/**
 * How long reviews by persons took lately, as it was read last; null before that. It is read again
 * after a minute, which no page waits for: pages that need no database stay so. Everybody may know.
 * [S14.14]
 */
export function openReviewWait(services: Needs): ReviewWaitCache {
  let wait: ReviewWait | null = null;
  let readAt = Number.NEGATIVE_INFINITY;
  return {
    known() {
      const at = services.now().getTime();
      if (Math.abs(at - readAt) < READ_EVERY_MS) return wait;
      readAt = at;
      // A failure is tried again after a minute.
      queryReviewWait(services).then(
        (read) => {
          wait = read;
        },
        () => {},
      );
      return wait;
    },
  };
}

/**
 * How long reviews by persons took lately, from the order, or its payment if it came later, to the
 * decision. Not those of programs, of money, and of the old shop. One query. [S14.14]
 */
export async function queryReviewWait({ db, now }: Needs): Promise<ReviewWait | null> {
  const since = new Date(now().getTime() - REVIEWS_WITHIN_MS);
  const { rows } = await db.execute<{ took: number }>(sql`
    select extract(epoch from processed_at - greatest(created_at, case when paid_at < processed_at then paid_at end))::float8 * 1000 as took
    from (select id, status, approved_by, created_at, paid_at, processed_at from orders
      where processed_at >= ${since}::timestamptz and not is_from_old_shop order by processed_at desc, id desc limit ${HANDLED_READ}) as handled
    where case status when 'approved' then exists (select from users where users.id = approved_by)
      when 'rejected' then exists (select from audit_entries e join users on users.id = e.admin_id
        where e.subject_kind = 'order' and e.subject_id = handled.id and e.action = 'order-rejected') end
    order by processed_at desc limit ${REVIEWS_MAX}`);
  return reviewWaitOf(rows.map(({ took }) => took));
}
