import { sql } from "drizzle-orm";
import type { ClaimOfId } from "./claim.ts";

/** A claim in a JSON result, with its times as texts. */
export type ClaimInJson = Omit<ClaimOfId, "openedAt" | "decidedAt"> & { openedAt: string; decidedAt: string | null };

/** The last claim of the place of an order's unit `h`, in JSON; null if there is none. */
export const claimOfPlace = sql<ClaimInJson | null>`(
  select json_build_object('number', c.number, 'state', c.state, 'reason', c.reason, 'openedAt', coalesce(c.reopened_at, c.opened_at),
    'decidedAt', c.decided_at, 'isOfThisId', c.unit_id = h.unit_id, 'wasOpenedAgain', c.reopened_at is not null)
  from claims c where c.order_id = h.order_id and c.position = h.position order by c.number desc limit 1)`;

/** Reads the times of such a claim. */
export function claimOf(json: ClaimInJson | null): ClaimOfId | null {
  return json && { ...json, openedAt: new Date(json.openedAt), decidedAt: json.decidedAt === null ? null : new Date(json.decidedAt) };
}
