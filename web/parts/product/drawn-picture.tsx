/**
 * A drawing for a product without a picture. Its colour and shape follow from the `seed`, the
 * product's id, so that products look different, and the same on every page. [S2.10]
 */
export function DrawnPicture({ seed, name }: { seed: string; name: string }) {
  const { hue, shape } = drawingOf(seed);
  return (
    <svg
      viewBox="70 0 180 180"
      role="img"
      aria-label={name || undefined}
      className="drawn-picture size-full"
      color={`oklch(0.6 0.12 ${hue})`}
    >
      <path d={shapes[shape]} />
    </svg>
  );
}

/** The colour, in degrees, and the number of the shape that belong to a seed. */
export function drawingOf(seed: string): { hue: number; shape: number } {
  let hash = 7;
  for (let at = 0; at < seed.length; at += 1) hash = (hash * 31 + seed.charCodeAt(at)) % 1_000_003;
  return { hue: (hash % HUES) * (360 / HUES), shape: Math.floor(hash / HUES) % shapes.length };
}

const HUES = 12;

/** A ticket, a train, a signal, a suitcase, a place on the map. */
const shapes = [
  "M106 58h108v20a12 12 0 0 0 0 24v20H106v-20a12 12 0 0 0 0-24ZM180 62v10m0 13v10m0 13v10",
  "M130 42h60a12 12 0 0 1 12 12v52a12 12 0 0 1-12 12h-60a12 12 0 0 1-12-12V54a12 12 0 0 1 12-12ZM118 84h84M140 101h.1m39.9 0h.1M138 120l-12 20m56-20 12 20",
  "M146 36h28a10 10 0 0 1 10 10v58a10 10 0 0 1-10 10h-28a10 10 0 0 1-10-10V46a10 10 0 0 1 10-10ZM160 56h.1m-.1 19h.1m-.1 19h.1M160 114v30m-22 0h44",
  "M116 66h88a10 10 0 0 1 10 10v46a10 10 0 0 1-10 10h-88a10 10 0 0 1-10-10V76a10 10 0 0 1 10-10ZM138 66V54a8 8 0 0 1 8-8h28a8 8 0 0 1 8 8v12M106 96h108",
  "M160 142c-24-26-36-40-36-58a36 36 0 0 1 72 0c0 18-12 32-36 58ZM148 84a12 12 0 1 0 24 0 12 12 0 1 0-24 0Z",
] as const;
