import { expect, test } from "vitest";
import { isOver, isWorthRecording, type SessionFacts, sessionEnd } from "./session-end.ts";

const minutes = (n: number) => new Date(Date.UTC(2026, 0, 1) + n * 60_000);
const hours = (n: number) => minutes(n * 60);
const days = (n: number) => hours(n * 24);

function aSession(overrides: Partial<SessionFacts> = {}): SessionFacts {
  const role = overrides.role ?? "customer";
  const createdAt = overrides.createdAt ?? minutes(0);
  const lastSeenAt = overrides.lastSeenAt === undefined ? createdAt : overrides.lastSeenAt;
  return {
    role,
    disabled: false,
    missing: null,
    createdAt,
    lastSeenAt,
    expiresAt: sessionEnd(role, createdAt, lastSeenAt ?? createdAt),
    ...overrides,
  };
}

test("[S4.10] a customer's session lasts 30 days from its last use", () => {
  expect(isOver(aSession(), new Date(days(30).getTime() - 1))).toBe(false);
  expect(isOver(aSession(), days(30))).toBe(true);
  expect(isOver(aSession({ lastSeenAt: days(29) }), days(58))).toBe(false);
});

test("[S4.10] an admin's session ends after 60 minutes without use", () => {
  expect(isOver(aSession({ role: "admin" }), minutes(59))).toBe(false);
  expect(isOver(aSession({ role: "admin" }), minutes(60))).toBe(true);
});

test("[S4.10] an admin's session ends 12 hours after it began, however much it is used", () => {
  const inUse = aSession({ role: "admin", lastSeenAt: minutes(12 * 60 - 1) });
  expect(isOver(inUse, new Date(hours(12).getTime() - 1))).toBe(false);
  expect(isOver(inUse, hours(12))).toBe(true);
});

test("[S4.10] a customer's session is held to an admin's times once its account became an admin", () => {
  const promoted = { ...aSession(), role: "admin" } as const;
  expect(isOver(promoted, minutes(60))).toBe(true);
});

test("[S4.10] a disabled account has no session", () => {
  expect(isOver(aSession({ disabled: true }), minutes(0))).toBe(true);
});

test("[S4.10] a customer's session slides on once a day, an admin's use is recorded once a minute", () => {
  expect(isWorthRecording(aSession(), new Date(days(1).getTime() - 1))).toBe(false);
  expect(isWorthRecording(aSession(), days(1))).toBe(true);
  expect(isWorthRecording(aSession({ role: "admin" }), new Date(minutes(1).getTime() - 1))).toBe(false);
  expect(isWorthRecording(aSession({ role: "admin" }), minutes(1))).toBe(true);
});

test("[S4.10] a clock that is set back ends no session, and makes none last longer", () => {
  for (const role of ["customer", "admin"] as const) {
    const session = aSession({ role, createdAt: hours(10) });
    const setBack = role === "admin" ? hours(9) : hours(-30);
    expect(isOver(session, setBack)).toBe(false);
    expect(isWorthRecording(session, setBack)).toBe(true);
    const recorded = { ...session, lastSeenAt: setBack, expiresAt: sessionEnd(role, session.createdAt, setBack) };
    expect(isOver(recorded, hours(10))).toBe(role === "admin");
  }
});
