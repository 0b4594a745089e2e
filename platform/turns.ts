/** Does the work when it is its turn: so many pieces run at a time, the others wait in the order in which they came. */
export type InTurn = <T>(work: () => Promise<T>) => Promise<T>;

/** Lets at most `atOnce` pieces of work run at a time. */
export function openTurns(atOnce: number): InTurn {
  const waiting: (() => void)[] = [];
  let running = 0;

  return async (work) => {
    if (running >= atOnce) await new Promise<void>((resolve) => waiting.push(resolve));
    else running += 1;
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else running -= 1;
    }
  };
}
