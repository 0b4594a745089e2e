import type { Plugin } from "vite";
import { messages } from "#shop/messages.ts";
import { allNodes, type Change, changed, type Node, nameOf, nodesIn } from "./syntax-tree.ts";

/**
 * Writes each sentence that a browser's module says by name into that module, so that a page carries what it says itself and not the whole
 * catalogue: `messages.loading` becomes its text, and `sentence("idsDeleted", n)` the function with its words. What is looked up by a name
 * that is only known later still brings the catalogue.
 */
export function inlineSentences(): Plugin {
  return {
    name: "inline-sentences",
    apply: "build",
    enforce: "post",
    applyToEnvironment: ({ name }) => name === "client",
    transform: {
      filter: { id: /[\\/](?:web|shop)[\\/]/, code: /\/messages\.ts["']/ },
      handler(code) {
        return { code: withSentences(code, this.parse(code)), map: null };
      },
    },
  };
}

/** The source of a module with its sentences in it; `program` is its syntax tree. */
export function withSentences(code: string, program: unknown): string {
  const imports = importsIn(program as Node);
  const names = importedNames(imports);
  const nodes = [...allNodes(program)];
  const said = nodes.flatMap((node) => placeOf(code, node, names));
  const isStillNamed = nodes.some((node) => names.has(nameOf(node)) && ![...said, ...imports].some((place) => isWithin(node, place)));
  const unused = isStillNamed ? [] : imports.map(({ start, end }) => ({ start, end, text: "" }));
  return changed(code, [...said, ...unused]);
}

/** How the module imports from the catalogue. */
function importsIn(program: Node): Node[] {
  const imports = nodesIn(program.body).filter(({ type }) => type === "ImportDeclaration");
  return imports.filter(({ source }) => String((source as Node).value).endsWith("/messages.ts"));
}

/** What the module calls `messages` and `sentence`. */
function importedNames(imports: Node[]): Map<string, string> {
  const specifiers = imports.flatMap((node) => nodesIn(node.specifiers)).filter(({ type }) => type === "ImportSpecifier");
  return new Map(specifiers.map(({ local, imported }) => [nameOf(local), nameOf(imported)]));
}

function placeOf(code: string, node: Node, names: Map<string, string>): Change[] {
  if (node.type === "MemberExpression" && !node.computed && names.get(nameOf(node.object)) === "messages") {
    const text = sourceOf(nameOf(node.property));
    return text === null ? [] : [{ start: node.start, end: node.end, text }];
  }
  if (node.type !== "CallExpression" || names.get(nameOf(node.callee)) !== "sentence") return [];
  const [key, ...words] = nodesIn(node.arguments);
  const text = key?.type === "Literal" ? sourceOf(String(key.value)) : null;
  if (!key || text === null) return [];
  return [
    {
      start: node.start,
      end: words.length === 0 ? node.end : code.indexOf(",", key.end) + 1,
      text: words.length === 0 ? text : `${text}(`,
    },
  ];
}

/** A sentence as source: a text, or a function, which refers to nothing but its words. */
function sourceOf(key: string): string | null {
  if (!Object.hasOwn(messages, key)) return null;
  const said: unknown = messages[key as keyof typeof messages];
  return typeof said === "function" ? `(${said})` : JSON.stringify(said);
}

function isWithin(node: Node, place: { start: number; end: number }): boolean {
  return node.start >= place.start && node.end <= place.end;
}
