const IST_OFFSET_MS = (5 * 60 + 30) * 60 * 1_000;
const MINUTE_MS = 60 * 1_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
const months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];

/** `21 Nov 2026`, in India. */
export function dateText(at: Date): string {
  const there = inIndia(at);
  return `${there.getUTCDate()} ${months[there.getUTCMonth()]} ${there.getUTCFullYear()}`;
}

/** `21 Nov 2026, 6:05 pm IST`: the same words on the server and in every browser. */
export function timeText(at: Date): string {
  return `${dateText(at)}, ${clockText(at)} IST`;
}

/** `21 Nov, 6:05 pm`, in India: where there is little room. */
export function shortTimeText(at: Date): string {
  return `${dateText(at).replace(/ \d+$/, "")}, ${clockText(at)}`;
}

/** How long ago, in its largest whole unit: `just now`, `12 min`, `3 h`, `2 days`. [S2.28] */
export function ageText(from: Date, now: Date): string {
  const age = now.getTime() - from.getTime();
  if (age < MINUTE_MS) return "just now";
  if (age < HOUR_MS) return `${Math.floor(age / MINUTE_MS)} min`;
  if (age < 2 * DAY_MS) return `${Math.floor(age / HOUR_MS)} h`;
  return `${Math.floor(age / DAY_MS)} days`;
}

/** `just now`, `12 min ago`. [S2.28] */
export function agoText(from: Date, now: Date): string {
  const age = ageText(from, now);
  return age === "just now" ? age : `${age} ago`;
}

function clockText(at: Date): string {
  const there = inIndia(at);
  const hour = there.getUTCHours();
  return `${hour % 12 || 12}:${String(there.getUTCMinutes()).padStart(2, "0")} ${hour < 12 ? "am" : "pm"}`;
}

function inIndia(at: Date): Date {
  return new Date(at.getTime() + IST_OFFSET_MS);
}
