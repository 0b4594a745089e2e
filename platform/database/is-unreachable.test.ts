import { expect, test } from "vitest";
import { Unreachable } from "../unreachable.ts";
import { isAway, isTimeout, isUnreachable } from "./is-unreachable.ts";

const failure = (code: string, cause?: unknown) => Object.assign(new Error("it failed", { cause }), { code });

test.each([
  ["nobody listens", "ECONNREFUSED"],
  ["a connection was cut", "ECONNRESET"],
  ["its name is not known just now", "EAI_AGAIN"],
  ["PostgreSQL is shut down by an administrator", "57P01"],
  ["PostgreSQL crashed", "57P02"],
  ["PostgreSQL is starting up", "57P03"],
  ["PostgreSQL's connection failed", "08006"],
  ["PostgreSQL has no connection free", "53300"],
])("there is nobody to answer anything where %s (%s)", (_, code) => {
  expect([isAway(failure(code)), isUnreachable(failure(code))]).toEqual([true, true]);
  expect(isAway(new Error("around it", { cause: failure(code) }))).toBe(true);
});

test.each([
  ["the disk of the files is full", "ENOSPC"],
  ["the disk is over its quota", "EDQUOT"],
  ["the disk may only be read", "EROFS"],
  ["the disk fails", "EIO"],
  ["PostgreSQL's disk is full", "53100"],
  ["PostgreSQL has too little memory", "53200"],
  ["PostgreSQL's disk fails", "58030"],
  ["a lock was waited for too long", "55P03"],
  ["work was cut off", "57014"],
  ["a transaction said nothing for too long", "25P03"],
  ["the database may only be read", "25006"],
])("nothing can be done right now, though somebody answers, where %s (%s)", (_, code) => {
  expect([isAway(failure(code)), isUnreachable(failure(code))]).toEqual([false, true]);
  expect(isUnreachable(new Error("around it", { cause: failure(code) }))).toBe(true);
});

test("a call that timed out differs from one that was refused at once", () => {
  for (const message of [
    "Query read timeout",
    "timeout exceeded when trying to connect",
    "Connection terminated due to connection timeout",
  ])
    expect([isTimeout(new Error(message)), isTimeout(new Error("around it", { cause: new Error(message) }))]).toEqual([true, true]);
  for (const other of [failure("ECONNREFUSED"), failure("57014"), new Error("Connection terminated unexpectedly"), null])
    expect(isTimeout(other)).toBe(false);
});

test("what is wrong with the question is no fault of what the shop stands on", () => {
  for (const wrong of [failure("23505"), failure("42601"), failure("ENOENT"), new TypeError("no function"), "ECONNREFUSED", null])
    expect([isAway(wrong), isUnreachable(wrong)]).toEqual([false, false]);
  for (const away of [
    new Unreachable("unresponsive"),
    new Error("Connection terminated unexpectedly"),
    new Error("timeout exceeded when trying to connect"),
    new Error("Query read timeout"),
  ])
    expect(isUnreachable(away)).toBe(true);
});
