import type { Plugin } from "vite";
import { allNodes, changed, nameOf, nodesIn } from "./syntax-tree.ts";

const FILES = /[\\/]react-router[\\/]dist[\\/]production[\\/]/;
const INSTRUMENTATION = /[\\/]react-router[\\/]dist[\\/]production[\\/]lib[\\/]router[\\/]instrumentation\.js$/;

/**
 * Leaves out of the browser's router what no shopper needs: the texts with which it warns its developers, who read them in development, and the means to
 * measure it, which this shop does not use. That is 3 KB of what each page with script weighs.
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
        return { code: withoutWarnings(code, this.parse(code)), map: null };
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
