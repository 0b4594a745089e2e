import { type Node, nodesOf, parseTsx } from "./tsx-tree.ts";

/** Attributes whose value is never read by a person. */
const technical =
  /^(className|fieldClassName|id|name|type|to|href|action|method|rel|target|role|variant|size|kind|icon|fill|d|viewBox|stroke\w*|src|srcSet|sizes|media|property|htmlFor|form|autoComplete|autoCapitalize|autoCorrect|scope|preserveAspectRatio|inputMode|pattern|lang|hrefLang|dir|key|value|accept|encType|loading|decoding|fetchPriority|translate|colour|tone|shape|width|height|style|transform|fontFamily|popover|charSet|content|precedence|address|all|as|asks|cardsBelow|dialog|format|look|process|referrerPolicy|shapeRendering|which|data-.+|aria-(busy|controls|describedby|labelledby|live|current|hidden|haspopup|relevant|atomic))$/;

/**
 * Finds texts for people that stand in a TSX source instead of the catalogue, as `line: text`: bare
 * text of an element, the text of an attribute that is shown or read aloud, and any other string
 * that begins like a sentence.
 */
export function ownTextsIn(source: string): string[] {
  const tree = parseTsx(source);
  const faults: string[] = [];
  const seen = new Set<string>();
  const found = (node: Node, text: string) => {
    const fault = `${tree.lineOf(node)}: ${text.trim().replaceAll(/\s+/g, " ")}`;
    if (!seen.has(fault)) faults.push(fault);
    seen.add(fault);
  };
  for (const node of nodesOf(tree.program)) {
    if (node.type === "StringLiteral" && /^[A-Z][a-z]* .*[a-z]/.test(String(node.value))) found(node, String(node.value));
    if (node.type === "JSXText" && isForPeople(String(node.value))) found(node, String(node.value));
    if (node.type === "JSXExpressionContainer") for (const text of literalsOf(node.expression as Node)) found(node, text);
    if (node.type !== "JSXAttribute" || technical.test(attributeName(node))) continue;
    const value = node.value as Node | null;
    if (value?.type === "StringLiteral" && isForPeople(String(value.value))) found(node, String(value.value));
  }
  return faults;
}

/** The texts that an expression shows by itself: a literal, or one of two. */
function literalsOf(node: Node): string[] {
  if (node.type === "ConditionalExpression") return [node.consequent, node.alternate].flatMap((one) => literalsOf(one as Node));
  if (node.type === "ParenthesisExpression") return literalsOf(node.expression as Node);
  if (node.type === "StringLiteral" && isSentence(String(node.value))) return [String(node.value)];
  if (node.type !== "TemplateLiteral") return [];
  const text = (node.quasis as Node[]).map(({ raw }) => String(raw)).join("…");
  return isSentence(text) ? [text] : [];
}

/** In an expression, a lone lower-case word may be a name, such as a class. */
function isSentence(text: string): boolean {
  return /^[A-Z][a-z]+/.test(text.trim()) || /[A-Za-z]{2,} (?=[a-z]*[A-Z.,:…]|[a-z]+ [a-z]+ )/.test(text);
}

function isForPeople(text: string): boolean {
  return /[A-Za-z]{2,}/.test(text);
}

function attributeName({ name }: Node): string {
  const { value, namespace } = name as Node;
  return namespace ? String((namespace as Node).value) : String(value);
}
