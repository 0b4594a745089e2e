import { parseSync } from "@swc/core";

/** A node of swc's tree, as far as tests need it; its own types cover every language. */
export type Node = { type: string; span?: { start: number } } & Record<string, unknown>;

/** A parsed TSX source. */
export type Tree = { program: Node; lineOf(node: Node): number; textAt(node: Node, length: number): string };

/** Parses a TSX source; `lineOf` and `textAt` find a node in it. */
export function parseTsx(source: string): Tree {
  const program = parseSync(source, { syntax: "typescript", tsx: true }) as unknown as Node;
  const bytes = Buffer.from(source);
  const first = program.span?.start ?? 0;
  const startOf = ({ span }: Node) => (span?.start ?? first) - first;
  return {
    program,
    lineOf: (node) => bytes.subarray(0, startOf(node)).toString().split("\n").length,
    textAt: (node, length) => bytes.subarray(startOf(node), startOf(node) + length).toString(),
  };
}

/** All nodes below a value, and the value itself. */
export function* nodesOf(value: unknown): Generator<Node> {
  if (typeof value !== "object" || value === null) return;
  if ("type" in value && typeof value.type === "string") yield value as Node;
  for (const inner of Object.values(value)) yield* nodesOf(inner);
}

/** The value of an element's attribute. */
export function attribute({ attributes }: Node, name: string): Node | undefined {
  const found = (attributes as Node[]).find((one) => one.type === "JSXAttribute" && (one.name as Node).value === name);
  return found?.value as Node | undefined;
}
