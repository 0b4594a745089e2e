import { attribute, type Node, nodesOf, parseTsx } from "./tsx-tree.ts";

/** The classes that a `className` may give an element, at most. */
export type Classes = { line: number; element: string; count: number };

/**
 * Counts the classes of each element of a TSX source, with all conditions met. Knows constants of
 * the same file; for others, `known` has the number of classes by name.
 */
export function countClasses(source: string, known: ReadonlyMap<string, number> = new Map()): Classes[] {
  const { program, lineOf } = parseTsx(source);
  const constants = new Map([...nodesOf(program)].flatMap(constantOf));
  const count = (node: Node | undefined): number => (node ? countIn(node) : 0);

  function countIn(node: Node): number {
    switch (node.type) {
      case "StringLiteral":
        return wordsIn(String(node.value));
      case "TemplateLiteral": {
        const texts = (node.quasis as Node[]).reduce((sum, { raw }) => sum + wordsIn(String(raw)), 0);
        return texts + sumOf(node.expressions as Node[]);
      }
      case "JSXExpressionContainer":
      case "ParenthesisExpression":
        return count(node.expression as Node);
      case "ConditionalExpression":
        return Math.max(count(node.consequent as Node), count(node.alternate as Node));
      case "BinaryExpression": {
        const [left, right] = [count(node.left as Node), count(node.right as Node)];
        if (node.operator === "+") return left + right;
        return node.operator === "&&" ? right : Math.max(left, right);
      }
      case "CallExpression": {
        const given = (node.arguments as { expression: Node }[]).map(({ expression }) => expression);
        return count(node.callee as Node) + sumOf(given.filter(({ type }) => type !== "ObjectExpression"));
      }
      case "ObjectExpression":
        return Math.max(0, ...(node.properties as Node[]).map(({ value }) => count(value as Node)));
      case "MemberExpression":
        return count(node.object as Node);
      case "Identifier": {
        const name = String(node.value);
        const value = constants.get(name);
        return value ? count(value) : (known.get(name) ?? 0);
      }
      default:
        return 0;
    }
  }
  const sumOf = (nodes: Node[]) => nodes.reduce((sum, node) => sum + count(node), 0);

  return [...nodesOf(program)].flatMap((node) => {
    const className = node.type === "JSXOpeningElement" && attribute(node, "className");
    return className ? [{ line: lineOf(node), element: String((node.name as Node).value), count: count(className) }] : [];
  });
}

/** A constant's name and value, without `as const` and `satisfies`. */
function constantOf(node: Node): [string, Node][] {
  if (node.type !== "VariableDeclarator" || !node.init) return [];
  let value = node.init as Node;
  while (/^Ts(As|Const|Satisfies)/.test(value.type)) value = value.expression as Node;
  return /^(StringLiteral|TemplateLiteral|ObjectExpression|BinaryExpression)$/.test(value.type)
    ? [[String((node.id as Node).value), value]]
    : [];
}

function wordsIn(text: string): number {
  return text.split(/\s+/).filter(Boolean).length;
}
