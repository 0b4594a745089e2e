/** A node of a module's syntax tree, as the bundler's parser gives it. */
export type Node = { type: string; start: number; end: number } & Record<string, unknown>;

/** A replacement of one range of the source. */
export type Change = { start: number; end: number; text: string };

/** Yields a node, or each node of a list, with all its descendants. */
export function* allNodes(value: unknown): Generator<Node> {
  for (const node of nodesIn(value)) {
    yield node;
    for (const part of Object.values(node)) yield* allNodes(part);
  }
}

/** The nodes in a list, or the single node, of a property. */
export function nodesIn(value: unknown): Node[] {
  const values: unknown[] = Array.isArray(value) ? value : [value];
  return values.filter((node): node is Node => typeof node === "object" && node !== null && "type" in node);
}

/** The name of an identifier; empty for anything else. */
export function nameOf(node: unknown): string {
  return String((node as { name?: unknown } | undefined)?.name ?? "");
}

/** The source with these changes made. They must not overlap. */
export function changed(code: string, changes: Change[]): string {
  return changes
    .toSorted((a, b) => b.start - a.start)
    .reduce((text, { start, end, text: instead }) => text.slice(0, start) + instead + text.slice(end), code);
}
