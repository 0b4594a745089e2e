import type { Place } from "./busy-shop.ts";
import type { Row } from "./permissions.ts";

type Routes = { path: string; isPage: boolean }[];

/**
 * The path and request of a call in the table. A page is requested by its data, as the browser's
 * router does; that is all the page is made of.
 */
export function askingFor(
  call: string,
  { about, sends }: Row,
  { place, routes }: { place: Place; routes: Routes },
): { path: string; init: RequestInit } {
  const [method = "", pattern = ""] = call.split(" ");
  const known: Record<string, unknown> = { ...place, id: place.productId, name: "none", key: "A".repeat(24), ...about?.(place) };
  const path = pattern.replace(/:(\w+)\??/g, (_, name) => String(known[name]));
  const body = method === "GET" ? {} : bodyOf(path, sends?.(place) ?? {});
  const isPage = routes.some((route) => route.path === pattern && route.isPage) && pattern !== "/*";
  const data = path === "/" ? "/_.data" : `${path}.data`;
  return { path: isPage ? data : path, init: { method, ...body } };
}

function bodyOf(path: string, sent: object): RequestInit {
  if (path.startsWith("/api/")) return { body: JSON.stringify(sent), headers: { "content-type": "application/json" } };
  const form = Object.values(sent).some((value) => value instanceof File) ? new FormData() : new URLSearchParams();
  for (const [name, value] of Object.entries(sent)) form.append(name, value);
  return { body: form };
}

/** The text of an answer; of an event stream, its first event. */
export async function textOf(answer: Response): Promise<string> {
  if (!answer.headers.get("content-type")?.startsWith("text/event-stream")) return answer.text();
  const reader = answer.body?.getReader();
  const first = await reader?.read();
  await reader?.cancel();
  return new TextDecoder().decode(first?.value);
}
