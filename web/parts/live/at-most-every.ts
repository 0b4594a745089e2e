/**
 * Spaces calls out: `call` runs `act` at once if it did not run in the last `pauseMs`, and
 * otherwise once at the end of that time, however often it is called meanwhile.
 * `cancel` drops a waiting call.
 */
export function atMostEvery(pauseMs: number, act: () => void): { call(): void; cancel(): void } {
  let ranAt = Number.NEGATIVE_INFINITY;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const run = () => {
    timer = undefined;
    ranAt = performance.now();
    act();
  };
  return {
    call() {
      if (timer !== undefined) return;
      const rest = ranAt + pauseMs - performance.now();
      if (rest <= 0) run();
      else timer = setTimeout(run, rest);
    },
    cancel() {
      clearTimeout(timer);
      timer = undefined;
    },
  };
}
