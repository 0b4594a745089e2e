import { expect, test } from "vitest";
import { openTroubleLog } from "./trouble-log.ts";

/** What is logged of a failure that is met once a second for so many minutes. */
function logged(minutes: number): [minute: number, leftOut: unknown][] {
  let at = 0;
  const lines: [number, unknown][] = [];
  const trouble = openTroubleLog({ error: (_event, _error, facts) => void lines.push([at / 60_000, facts?.leftOut]) }, () => at);
  for (; at < minutes * 60_000; at += 1_000) trouble("no connection", Object.assign(new Error("full"), { code: "53300" }));
  return lines;
}

test("a failure that is met again and again is logged once, and then with growing gaps", () => {
  expect(logged(1)).toEqual([[0, undefined]]);
  expect(logged(20)).toEqual([
    [0, undefined],
    [1, 59],
    [3, 119],
    [7, 239],
    [15, 479],
  ]);
});

test("another failure is logged at once, and so is one that comes back after hours", () => {
  let at = 0;
  const lines: string[] = [];
  const trouble = openTroubleLog({ error: (event, error) => void lines.push(`${event}: ${(error as Error).message}`) }, () => at);
  const failure = (message: string, code: string) => Object.assign(new Error(message), { code });
  trouble("no connection", failure("full", "53300"));
  trouble("no connection", failure("away", "ECONNREFUSED"));
  trouble("no heartbeat", failure("full", "53300"));
  trouble("no heartbeat", failure("full", "53300"));
  at = 5 * 3_600_000;
  trouble("no heartbeat", failure("full", "53300"));
  at += 61_000;
  trouble("no heartbeat", failure("full", "53300"));
  expect(lines).toEqual(["no connection: full", "no connection: away", "no heartbeat: full", "no heartbeat: full", "no heartbeat: full"]);
});
