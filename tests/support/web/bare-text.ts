import { parseSync } from "@swc/core";

// The part of swc's tree that is needed here; its own types cover every language.
type Node = { type: string; span?: { start: number } } & Record<string, unknown>;

/** A child of an element that may produce output. */
type Content = { isText: boolean; isConditional: boolean };

const element: Content = { isText: false, isConditional: false };

/**
 * Finds elements in a TSX source with bare text next to a conditional child, as `line: child`. A
 * browser's translator replaces such a text, and React then cannot find the position next to it.
 * `mayBeEmpty` names the components that sometimes render nothing.
 */
export function bareTextsIn(source: string, mayBeEmpty: ReadonlySet<string>): string[] {
  const faults: string[] = [];
  const program = parse(source);
  const first = program.span?.start ?? 0;
  for (const node of nodesOf(program)) {
    if (node.type !== "JSXElement" && node.type !== "JSXFragment") continue;
    const children = (node.children as Node[]).map((child) => ({ child, content: contentOf(child, mayBeEmpty) }));
    const shown = children.flatMap(({ child, content }) => (content ? [{ child, ...content }] : []));
    if (shown.length < 2 || !shown.some(({ isConditional }) => isConditional)) continue;
    for (const { child } of shown.filter(({ isText }) => isText)) faults.push(describe(source, child, first));
  }
  return faults;
}

/**
 * Finds elements in a TSX source that look like a code (an ID, a key, an address) and that a
 * translator could change, as `line: element`.
 */
export function translatedCodesIn(source: string): string[] {
  const program = parse(source);
  const first = program.span?.start ?? 0;
  const codes = [...nodesOf(program)].filter((node) => node.type === "JSXOpeningElement" && looksLikeCode(node));
  return codes.filter((node) => attribute(node, "translate")?.value !== "no").map((node) => describe(source, node, first));
}

function looksLikeCode(node: Node): boolean {
  const texts = ["className", "fieldClassName"].flatMap((name) => [...nodesOf(attribute(node, name))]);
  return texts.some(
    ({ type, value, raw }) => /^(StringLiteral|TemplateElement)$/.test(type) && /(^|\s)code(\s|$)/.test(String(value ?? raw)),
  );
}

function attribute({ attributes }: Node, name: string): Node | undefined {
  const found = (attributes as Node[]).find((one) => one.type === "JSXAttribute" && (one.name as Node).value === name);
  return found?.value as Node | undefined;
}

/** The components of a TSX source that sometimes render nothing. */
export function emptyAtTimes(source: string): string[] {
  const names: string[] = [];
  for (const node of nodesOf(parse(source))) {
    if (node.type !== "FunctionDeclaration") continue;
    const name = String((node.identifier as Node).value);
    if (/^[A-Z]/.test(name) && [...nodesOf(node)].some(returnsNothing)) names.push(name);
  }
  return names;
}

function returnsNothing({ type, argument }: Node): boolean {
  if (type !== "ReturnStatement" || !argument) return false;
  return isNothing(unwrapped(argument as Node));
}

function isNothing(node: Node): boolean {
  if (node.type === "NullLiteral") return true;
  if (node.type === "BinaryExpression") return node.operator === "&&";
  return node.type === "ConditionalExpression" && [node.consequent, node.alternate].some((one) => isNothing(unwrapped(one as Node)));
}

/** Null for a child without output. */
function contentOf(child: Node, mayBeEmpty: ReadonlySet<string>): Content | null {
  if (child.type === "JSXText") return /^\s*$/.test(String(child.value)) ? null : { isText: true, isConditional: false };
  if (child.type === "JSXElement") {
    const { name } = child.opening as { name: Node };
    return mayBeEmpty.has(String(name.value)) ? { isText: false, isConditional: true } : element;
  }
  if (child.type !== "JSXExpressionContainer") return element;
  return contentOfExpression(unwrapped(child.expression as Node), mayBeEmpty);
}

function contentOfExpression(node: Node, mayBeEmpty: ReadonlySet<string>): Content | null {
  const inner = (one: unknown) => contentOfExpression(unwrapped(one as Node), mayBeEmpty) ?? element;
  switch (node.type) {
    case "JSXEmptyExpression":
    case "NullLiteral":
      return null;
    case "JSXElement":
    case "JSXFragment":
      return element;
    case "BinaryExpression":
      return node.operator === "&&" ? { isText: inner(node.right).isText, isConditional: true } : { isText: true, isConditional: false };
    case "ConditionalExpression": {
      const both = [inner(node.consequent), inner(node.alternate)];
      const isText = both.some((one) => one.isText);
      return { isText, isConditional: !both.every((one) => one.isText) };
    }
    case "CallExpression":
      if (calleeOf(node) === "children") return element;
      return calleeOf(node) === ".map" ? { isText: false, isConditional: true } : { isText: true, isConditional: false };
    default:
      return { isText: true, isConditional: false };
  }
}

function calleeOf({ callee }: Node): string {
  const { type, property, value } = callee as Node;
  return type === "MemberExpression" ? `.${String((property as Node).value)}` : String(value);
}

function unwrapped(node: Node): Node {
  return node.type === "ParenthesisExpression" ? unwrapped(node.expression as Node) : node;
}

function parse(source: string): Node {
  return parseSync(source, { syntax: "typescript", tsx: true }) as unknown as Node;
}

function describe(source: string, { type, span, value }: Node, first: number): string {
  const bytes = Buffer.from(source);
  const start = (span?.start ?? first) - first;
  const line = bytes.subarray(0, start).toString().split("\n").length;
  const text = type === "JSXText" ? String(value) : bytes.subarray(start, start + 40).toString();
  return `${line}: ${text.trim().split("\n")[0]}`;
}

function* nodesOf(value: unknown): Generator<Node> {
  if (typeof value !== "object" || value === null) return;
  if ("type" in value && typeof value.type === "string") yield value as Node;
  for (const inner of Object.values(value)) yield* nodesOf(inner);
}
