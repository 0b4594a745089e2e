import { attribute, type Node, nodesOf, parseTsx, type Tree } from "./tsx-tree.ts";

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
  const tree = parseTsx(source);
  for (const node of nodesOf(tree.program)) {
    if (node.type !== "JSXElement" && node.type !== "JSXFragment") continue;
    const children = (node.children as Node[]).map((child) => ({ child, content: contentOf(child, mayBeEmpty) }));
    const shown = children.flatMap(({ child, content }) => (content ? [{ child, ...content }] : []));
    if (shown.length < 2 || !shown.some(({ isConditional }) => isConditional)) continue;
    for (const { child } of shown.filter(({ isText }) => isText)) faults.push(describe(tree, child));
  }
  return faults;
}

/**
 * Finds elements in a TSX source that look like a code (an ID, a key, an address) and that a
 * translator could change, as `line: element`.
 */
export function translatedCodesIn(source: string): string[] {
  const tree = parseTsx(source);
  const codes = [...nodesOf(tree.program)].filter((node) => node.type === "JSXOpeningElement" && looksLikeCode(node));
  return codes.filter((node) => attribute(node, "translate")?.value !== "no").map((node) => describe(tree, node));
}

function looksLikeCode(node: Node): boolean {
  const texts = ["className", "fieldClassName"].flatMap((name) => [...nodesOf(attribute(node, name))]);
  return texts.some(
    ({ type, value, raw }) => /^(StringLiteral|TemplateElement)$/.test(type) && /(^|\s)code(\s|$)/.test(String(value ?? raw)),
  );
}

/** The components of a TSX source that sometimes render nothing. */
export function emptyAtTimes(source: string): string[] {
  const names: string[] = [];
  for (const node of nodesOf(parseTsx(source).program)) {
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

function describe({ lineOf, textAt }: Tree, node: Node): string {
  const text = node.type === "JSXText" ? String(node.value) : textAt(node, 40);
  return `${lineOf(node)}: ${text.trim().split("\n")[0]}`;
}
