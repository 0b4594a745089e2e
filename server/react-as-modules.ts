import type { Plugin } from "vite";
import { allNodes, changed, type Node, nameOf, nodesIn } from "./syntax-tree.ts";

const ENTRIES = /[\\/]node_modules[\\/](?:react|react-dom|scheduler)[\\/](?:index|jsx-runtime|client)\.js$/;
const PACKAGES = ["react", "react-dom", "scheduler"];
const OF_REACT = /[\\/]node_modules[\\/](react|react-dom|scheduler)[\\/]/;
const SOURCES = /[\\/]node_modules[\\/](?:react|react-dom|scheduler)[\\/]cjs[\\/][\w-]+\.production\.js$/;

/**
 * Makes modules of React's files, which still come as CommonJS: so what the shop never uses of them is left out, a call of a hook is a plain call, and no
 * script needs the bundler's own to read them. Where React's files are not as they were, the build ends and says so: it would go on, and only be heavier.
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
    generateBundle() {
      const problem = whyNotModules(this.getModuleIds());
      if (problem) this.error(problem);
    },
  };
}

/** What speaks against all of React being made modules of, in the names of the files that a build read; null: nothing does. */
export function whyNotModules(ids: Iterable<string>): string | null {
  const read = [...ids].filter((id) => OF_REACT.test(id));
  const other = read.find((id) => !ENTRIES.test(id) && !SOURCES.test(id));
  if (other) return `${other} is a file of React that no module is made of.`;
  const missing = PACKAGES.find((name) => !read.some((id) => SOURCES.test(id) && OF_REACT.exec(id)?.[1] === name));
  return missing ? `No source of ${missing} was made a module of.` : null;
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
  beSureOf({ nodes, places, needs });
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

type Found = { nodes: Node[]; places: Node[]; needs: Node[] };

/** Throws where a file gives out names, or asks for others, in a way that is not read here. */
function beSureOf({ nodes, places, needs }: Found): void {
  const timesNamed = (name: string) => nodes.filter((node) => node.type === "Identifier" && nameOf(node) === name).length;
  const isOdd =
    places.length === 0 ||
    places.some(({ computed }) => computed) ||
    timesNamed("exports") !== places.length ||
    timesNamed("require") !== needs.length ||
    timesNamed("module") > 0 ||
    needs.some(({ id, init }) => nameOf(id) === "" || typeof nodesIn((init as Node).arguments)[0]?.value !== "string");
  if (isOdd) throw new Error("React's file gives out its names, or asks for others, in another way than before.");
}

/** What a statement assigns to. */
function placeIn(expression: unknown): Node {
  return (expression as { left?: Node } | undefined)?.left as Node;
}

function timesAssigned(name: string, nodes: Node[]): number {
  return nodes.filter(({ type, left }) => type === "AssignmentExpression" && nameOf((left as Node).property) === name).length;
}
