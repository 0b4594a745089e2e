import { z } from "zod";

type SnakeCase<T extends string> = T extends `${infer Before}${" " | "-"}${infer After}` ? `${Before}_${SnakeCase<After>}` : T;

/** The name of a value in the API, such as `refund_due` for "refund due". */
export function inSnakeCase<const T extends string>(value: T): SnakeCase<T> {
  return value.replace(/[ -]/g, "_") as SnakeCase<T>;
}

/** The schema of such a value in an answer of the API. */
export function snakeCaseOf<const T extends string>(values: readonly [T, ...T[]]) {
  return z.enum(values.map(inSnakeCase) as [SnakeCase<T>, ...SnakeCase<T>[]]);
}

/** The schema of a value that a form or call gives, in either spelling; the output is stored. */
export function choiceOf<const T extends string>(values: readonly [T, ...T[]]) {
  const stored = new Map(values.map((value) => [inSnakeCase(value) as string, value]));
  const spelled = (given: unknown) => (typeof given === "string" ? inSnakeCase(given) : given);
  return z.preprocess(spelled, snakeCaseOf(values)).transform((name) => stored.get(name) as T);
}
