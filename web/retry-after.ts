import { createContext, type MiddlewareFunction, type RouterContextProvider } from "react-router";

const waitContext = createContext<number | null>(null);

/** Records how many seconds a rate-limited visitor has to wait. */
export function setRetryAfter(context: Pick<RouterContextProvider, "set">, seconds: number): void {
  context.set(waitContext, seconds);
}

/**
 * Root middleware that sets `Retry-After` on rate-limited forms. React Router drops an action's
 * headers unless each route passes them on, so the header is set here. [S8.3]
 */
export const showWait: MiddlewareFunction<Response> = async ({ context }, next) => {
  const answer = await next();
  const seconds = context.get(waitContext);
  if (seconds !== null) answer.headers.set("Retry-After", String(seconds));
  return answer;
};
