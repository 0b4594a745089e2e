import type { Plugin } from "vite";
import { allNodes, changed, type Node, nameOf, nodesIn } from "./syntax-tree.ts";

const ENTRIES = /[\\/]node_modules[\\/](?:react|react-dom|scheduler)[\\/](?:index|jsx-runtime|client)\.js$/;
const SOURCES = /[\\/]node_modules[\\/](?:react|react-dom|scheduler)[\\/]cjs[\\/][\w-]+\.production\.js$/;

/**
 * Makes modules of React's files, which still come as CommonJS: so what the shop never uses of them is left out, a call of a hook is a plain call, and no
 * script needs the bundler's own to read them.
 */
export function reactAsModules(): Plugin {
  return {
    name: "react-as-modules",
    apply: "build",
    enforce: "pre",
    applyToEnvironment: ({ name }) => name === "client",
    transform: {
      filter: { id: [ENTRIES, SOURCES] },
      handler(code, id) {
        return { code: SOURCES.test(id) ? asModule(code, this.parse(code)) : productionOf(code), map: null };
      },
    },
  };
}

/** What an entry of a package hands on in production. */
export function productionOf(code: string): string {
  const [, source] = /require\('(\.\/cjs\/[\w.-]+\.production\.js)'\)/.exec(code) ?? [];
  if (!source) throw new Error("React's entry names no source for production.");
  return `import * as all from "${source}"; export * from "${source}"; export default all;`;
}

/** The source as a module; `program` is its syntax tree. */
export function asModule(code: string, program: unknown): string {
  const nodes = [...allNodes(program)];
  const places = nodes.filter(({ type, object }) => type === "MemberExpression" && nameOf(object) === "exports");
  const names = [...new Set(places.map(({ property }) => nameOf(property)))];
  const statements = nodesIn((program as Node).body).filter(({ expression }) => places.includes(placeIn(expression)));
  const once = statements.filter(({ expression }) => timesAssigned(nameOf(placeIn(expression).property), nodes) === 1);
  const constants = once.map(({ expression }) => nameOf(placeIn(expression).property));
  const needs = nodes.filter(({ type, init }) => type === "VariableDeclarator" && nameOf((init as Node | null)?.callee) === "require");
  return [
    ...needs.map(({ id, init }) => `import * as ${nameOf(id)} from ${JSON.stringify(nodesIn((init as Node).arguments)[0]?.value)};`),
    ...names.filter((name) => !constants.includes(name)).map((name) => `let $${name};`),
    changed(code, [
      ...places.map(({ start, end, property }) => ({ start, end, text: `$${nameOf(property)}` })),
      ...once.map(({ start }) => ({ start, end: start, text: "const " })),
      ...needs.map(({ start, end, id }) => ({ start, end, text: `$${nameOf(id)}` })),
    ]),
    `export { ${names.map((name) => `$${name} as ${name}`).join(", ")} };`,
  ].join("\n");
}

/** What a statement assigns to. */
function placeIn(expression: unknown): Node {
  return (expression as { left?: Node } | undefined)?.left as Node;
}

function timesAssigned(name: string, nodes: Node[]): number {
  return nodes.filter(({ type, left }) => type === "AssignmentExpression" && nameOf((left as Node).property) === name).length;
}
