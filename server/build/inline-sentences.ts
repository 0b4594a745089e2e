import type { Plugin } from "vite";
import { messages } from "#shop/messages.ts";
import { allNodes, type Change, changed, type Node, nameOf, nodesIn } from "./syntax-tree.ts";

/**
 * Inlines catalogue sentences into browser modules, so that a page does not load the whole
 * catalogue: `messages.loading` becomes its text, and `sentence("idsDeleted", n)` a call of the
 * function itself. A lookup by a computed key still imports the catalogue.
 */
export function inlineSentences(): Plugin {
  return {
    name: "inline-sentences",
    apply: "build",
    enforce: "post",
    applyToEnvironment: ({ name }) => name === "client",
    transform: {
      filter: { id: /[\\/](?:web|shop|migration)[\\/]/, code: /\/messages\.ts["']/ },
      handler(code) {
        return { code: withSentences(code, this.parse(code)), map: null };
      },
    },
  };
}

/** Returns the source of a module with its sentences inlined; `program` is its syntax tree. */
export function withSentences(code: string, program: unknown): string {
  const imports = importsIn(program as Node);
  const names = importedNames(imports);
  const nodes = [...allNodes(program)];
  const said = nodes.flatMap((node) => changeOf(code, node, names));
  const isStillNamed = nodes.some((node) => names.has(nameOf(node)) && ![...said, ...imports].some((change) => isWithin(node, change)));
  const unused = isStillNamed ? [] : imports.map(({ start, end }) => ({ start, end, text: "" }));
  return changed(code, [...said, ...unused]);
}

/** The import declarations of the catalogue. */
function importsIn(program: Node): Node[] {
  const imports = nodesIn(program.body).filter(({ type }) => type === "ImportDeclaration");
  return imports.filter(({ source }) => String((source as Node).value).endsWith("/messages.ts"));
}

/** Maps the module's local names of `messages` and `sentence` to the exported names. */
function importedNames(imports: Node[]): Map<string, string> {
  const specifiers = imports.flatMap((node) => nodesIn(node.specifiers)).filter(({ type }) => type === "ImportSpecifier");
  return new Map(specifiers.map(({ local, imported }) => [nameOf(local), nameOf(imported)]));
}

function changeOf(code: string, node: Node, names: Map<string, string>): Change[] {
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

/**
 * A sentence as source code: a string, or a function that refers only to its parameters. Null for
 * an unknown key.
 */
function sourceOf(key: string): string | null {
  if (!Object.hasOwn(messages, key)) return null;
  const said: unknown = messages[key as keyof typeof messages];
  return typeof said === "function" ? `(${said})` : JSON.stringify(said);
}

function isWithin(node: Node, change: { start: number; end: number }): boolean {
  return node.start >= change.start && node.end <= change.end;
}
