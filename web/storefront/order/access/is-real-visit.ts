const purposes = ["Sec-Purpose", "Purpose", "X-Purpose", "X-Moz"];

/** Whether somebody will see the answer: not for HEAD requests, prefetches and previews. [S6.6] */
export function isForSomebody({ method, headers }: Pick<Request, "method" | "headers">): boolean {
  return method === "GET" && !purposes.some((name) => /prefetch|preview|prerender/i.test(headers.get(name) ?? ""));
}
