import {
  ADMIN_IDLE_MS,
  ADMIN_SESSION_MS,
  CUSTOMER_SESSION_MS,
  CUSTOMER_SESSION_SLIDE_MS,
  HALFWAY_MS,
  SESSION_SEEN_MS,
} from "../constants.ts";
import type { MissingStep } from "./second-factor.ts";

/** Whose session it is. */
export type Role = "customer" | "admin";

/** What decides whether a session still counts. */
export type SessionFacts = {
  role: Role;
  disabled: boolean;
  createdAt: Date;
  lastSeenAt: Date | null;
  expiresAt: Date;
  missing: MissingStep | null;
};

/** When a session used now will end: a customer's in 30 days; an admin's in 60 minutes, 12 hours after it began at the latest. [S4.10] */
export function sessionEnd(role: Role, createdAt: Date, now: Date): Date {
  if (role === "customer") return new Date(now.getTime() + CUSTOMER_SESSION_MS);
  return new Date(Math.min(createdAt.getTime() + ADMIN_SESSION_MS, now.getTime() + ADMIN_IDLE_MS));
}

/** Whether a session is over: its time is up, its account was disabled, or its second step was not made in time. Who became an admin meanwhile is held to an admin's times. [S4.10] */
export function isOver(session: SessionFacts, now: Date): boolean {
  if (session.disabled || session.expiresAt <= now) return true;
  if (session.role === "customer") return false;
  if (session.missing === "code" && now.getTime() - session.createdAt.getTime() >= HALFWAY_MS) return true;
  const seenAt = session.lastSeenAt ?? session.createdAt;
  return now >= sessionEnd("admin", session.createdAt, seenAt);
}

/**
 * Whether using a session now is worth a write: once a day for a customer's, once a minute for an admin's. One that was seen later than now is, too: the
 * clock was set back, and nothing is to last longer for it. [S4.10]
 */
export function isWorthKeeping(session: SessionFacts, now: Date): boolean {
  const seenAt = session.lastSeenAt ?? session.createdAt;
  return Math.abs(now.getTime() - seenAt.getTime()) >= (session.role === "admin" ? SESSION_SEEN_MS : CUSTOMER_SESSION_SLIDE_MS);
}
