import { randomUUID } from "node:crypto";
import type { EventEmitter } from "node:events";
import type { Measured } from "./process-metrics.ts";

/** Asks a web process to measure itself, or the primary to have all others measured. */
export type MeasureQuestion = { say: "measure"; id: string };
export type MeasureAnswer = { say: "measured"; id: string; measured: Measured[] };

/**
 * Asks another process and returns what it measured, or nothing if it does not answer within
 * `withinMs`: a frozen process must not hide the others.
 */
export function askToMeasure(other: EventEmitter, withinMs: number, send: (question: MeasureQuestion) => void): Promise<Measured[]> {
  const id = randomUUID();
  return new Promise((resolve) => {
    const end = (measured: Measured[]) => {
      clearTimeout(timeout);
      other.off("message", receive);
      resolve(measured);
    };
    const receive = (message: MeasureAnswer | { say: "" }) => {
      if (message.say === "measured" && message.id === id) end(message.measured);
    };
    const timeout = setTimeout(end, withinMs, []);
    other.on("message", receive);
    send({ say: "measure", id });
  });
}
