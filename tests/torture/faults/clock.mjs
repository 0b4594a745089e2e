// Preloaded into a server (`node --import`): its clock begins CLOCK_BEHIND_HOURS behind, and each
// SIGUSR2 sets it back by an hour while it runs.
const HOUR_MS = 3_600_000;
const Real = globalThis.Date;
let offsetMs = -HOUR_MS * Number(process.env.CLOCK_BEHIND_HOURS ?? 0);
process.on("SIGUSR2", () => {
  offsetMs -= HOUR_MS;
});

const now = () => Real.now() + offsetMs;
globalThis.Date = new Proxy(Real, {
  construct: (target, words, made) => Reflect.construct(target, words.length === 0 ? [now()] : words, made),
  apply: () => new Real(now()).toString(),
  get: (target, name) => (name === "now" ? now : Reflect.get(target, name)),
});
