/** Each connection is heard of once in so many turns of a second: well within what proxies and the server itself take for silence. */
const TURNS = 25;
const TURN_MS = 1_000;

const turns = Array.from({ length: TURNS }, () => new Set<() => void>());
let turn = 0;
let joined = 0;
let beating = 0;
let timer: NodeJS.Timeout | null = null;

/** Calls `beat` every 25 s until what comes back is called. All share one timer, and each second has its part of them, so that thousands are not written to at once. */
export function keepBeating(beat: () => void): () => void {
  const own = () => beat();
  const mine = turns[joined++ % TURNS] ?? new Set();
  mine.add(own);
  beating += 1;
  timer ??= setInterval(beatNext, TURN_MS).unref();
  return () => {
    if (!mine.delete(own)) return;
    beating -= 1;
    if (beating > 0 || timer === null) return;
    clearInterval(timer);
    timer = null;
  };
}

function beatNext(): void {
  turn = (turn + 1) % TURNS;
  for (const beat of turns[turn] ?? []) beat();
}
