import type { Plugin } from "vite";
import { allNodes, changed, nameOf, nodesIn } from "./syntax-tree.ts";

const FILES = /[\\/]react-router[\\/]dist[\\/]production[\\/]/;
/** How the router's own last error page brings its `Scripts` along. */
export const SCRIPTS_IMPORT = 'import { Scripts, useFrameworkContext } from "./components.js";';
const NO_SCRIPTS = 'import { useFrameworkContext } from "./components.js"; const Scripts = () => null;';
const INSTRUMENTATION = /[\\/]react-router[\\/]dist[\\/]production[\\/]lib[\\/]router[\\/]instrumentation\.js$/;

/**
 * Leaves out of the browser's router what no shopper needs: the texts with which it warns its developers, who read them in development; the means to
 * measure it, which this shop does not use; and what only a server does, write the page's scripts (`web/page-scripts.tsx` does). That is 4 KB of what each
 * page with script weighs.
 */
export function terseRouter(): Plugin {
  return {
    name: "terse-router",
    apply: "build",
    applyToEnvironment: ({ name }) => name === "client",
    load: { filter: { id: INSTRUMENTATION }, handler: () => noInstrumentation },
    transform: {
      filter: { id: { include: FILES, exclude: INSTRUMENTATION } },
      handler(code) {
        return { code: withoutWarnings(code, this.parse(code)).replace(SCRIPTS_IMPORT, NO_SCRIPTS), map: null };
      },
    },
  };
}

/** The source with each check as it is, and without what it would say. */
export function withoutWarnings(code: string, program: unknown): string {
  const calls = [...allNodes(program)].filter(({ type, callee }) => type === "CallExpression" && checks.has(nameOf(callee)));
  const texts = calls.flatMap((call) => nodesIn(call.arguments).slice(1, 2));
  return changed(
    code,
    texts.map(({ start, end }) => ({ start, end, text: '""' })),
  );
}

const checks = new Set(["invariant", "UNSAFE_invariant", "warning", "warnOnce"]);

/** What the router asks of its instrumentation when there is none. */
const noInstrumentation = `
export const instrumentationResultMetaContext = null;
export const consumeInstrumentationClientResultMetaReceiver = () => undefined;
export const getRouteInstrumentationUpdates = () => ({});
export const instrumentClientSideRouter = (router) => router;
export const instrumentHandler = (handler) => handler;
`;
