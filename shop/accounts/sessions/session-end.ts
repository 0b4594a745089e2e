import {
  ADMIN_IDLE_MS,
  ADMIN_SESSION_MS,
  CUSTOMER_SESSION_MS,
  CUSTOMER_SESSION_SLIDE_MS,
  MFA_PENDING_MS,
  SESSION_SEEN_MS,
} from "../constants.ts";
import { type Role, worksInShop } from "../role.ts";
import type { MissingFactor } from "../second-factor/second-factor.ts";

/** The facts that decide whether a session is still valid. */
export type SessionFacts = {
  role: Role;
  disabled: boolean;
  createdAt: Date;
  lastSeenAt: Date | null;
  expiresAt: Date;
  missing: MissingFactor | null;
};

/**
 * When a session used now will end: a customer's in 30 days, that of a helper or an owner in 60 minutes but at most
 * 12 hours after it began. [S4.10]
 */
export function sessionEnd(role: Role, createdAt: Date, now: Date): Date {
  if (!worksInShop(role)) return new Date(now.getTime() + CUSTOMER_SESSION_MS);
  return new Date(Math.min(createdAt.getTime() + ADMIN_SESSION_MS, now.getTime() + ADMIN_IDLE_MS));
}

/**
 * Whether a session is over: it expired, its account was disabled, or its second factor was not
 * given in time. If its user now works in the shop, those limits apply. [S4.10]
 */
export function isOver(session: SessionFacts, now: Date): boolean {
  if (session.disabled || session.expiresAt <= now) return true;
  if (!worksInShop(session.role)) return false;
  if (session.missing === "code" && now.getTime() - session.createdAt.getTime() >= MFA_PENDING_MS) return true;
  const seenAt = session.lastSeenAt ?? session.createdAt;
  return now >= sessionEnd("admin", session.createdAt, seenAt);
}

/**
 * Whether using a session now is worth a write: once a day for a customer's, once a minute for
 * one of a helper or an owner. Also true if it was last seen in the future: the clock was set back, which must not make
 * the session last longer. [S4.10]
 */
export function isWorthRecording(session: SessionFacts, now: Date): boolean {
  const seenAt = session.lastSeenAt ?? session.createdAt;
  return Math.abs(now.getTime() - seenAt.getTime()) >= (worksInShop(session.role) ? SESSION_SEEN_MS : CUSTOMER_SESSION_SLIDE_MS);
}
