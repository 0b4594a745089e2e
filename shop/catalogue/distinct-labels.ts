/**
 * Labels that distinguish the products of a list for screen readers: the name; if several share it,
 * the name with what `describe` adds; if those are equal too, what `number` makes of the label, its
 * number from 1 and how many there are. [S2.37]
 */
export function distinctLabels<P extends { name: string }>(
  products: readonly P[],
  describe: (product: P) => string,
  number: (label: string, n: number, total: number) => string,
): string[] {
  const named = products.map(({ name }) => name.trim().replace(/\s+/g, " "));
  const labels = products.map((product, at) => (count(named, named[at]) > 1 ? `${named[at]}, ${describe(product)}` : (named[at] ?? "")));
  return labels.map((label, at) => {
    if (count(labels, label) === 1) return label;
    return number(label, count(labels.slice(0, at + 1), label), count(labels, label));
  });
}

/** Ignores case, because names that differ only in case sound the same. */
function count(texts: string[], wanted: string | undefined): number {
  const sound = wanted?.toLowerCase();
  return texts.filter((text) => text.toLowerCase() === sound).length;
}
