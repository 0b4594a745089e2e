import type { Place } from "#tests/doors/busy-shop.ts";
import { permissions } from "#tests/doors/permissions.ts";

/** A call of the shop with valid fields. */
export type Call = { method: string; pattern: string; path: string; fields: Record<string, unknown> };

/** Fields that stay unchanged, because changing them would lock the owner out and end the test. */
const LEFT_ALONE = new Set(["requiresSecondFactor", "signInsMax"]);

/**
 * Every call of the shop: the table in `tests/doors`, which a test keeps equal to the application's
 * own list, with the fields of the OpenAPI document, the URLs from which the browser's router loads
 * data, and the build's files that a page names.
 */
export async function callsOf(address: string, place: Place): Promise<Call[]> {
  const schemas = await fieldsByCall(address);
  const known = Object.entries(permissions).map(([call, { sends, about }]) => {
    const [method = "", pattern = ""] = call.split(" ");
    const named: Record<string, unknown> = { ...place, id: place.productId, name: "none", ...about?.(place) };
    const path = pattern.replace(/:(\w+)\??/g, (_, name) => String(named[name]));
    const fields = { ...schemas.get(call), ...sends?.(place) };
    return { method, pattern, path, fields: Object.fromEntries(Object.entries(fields).filter(([name]) => !LEFT_ALONE.has(name))) };
  });
  const data = known
    .filter(({ pattern }) => !/^\/(api|healthz|readyz|product-images|shop-pictures|products_database)/.test(pattern))
    .map((call) => ({ ...call, path: call.path === "/" ? "/_.data" : `${call.path}.data` }));
  const files = [...(await filesOf(address)), "/__manifest"].map((path) => ({ method: "GET", pattern: path, path, fields: {} }));
  return [...known, ...data, ...files];
}

type Described = {
  paths: Record<string, Record<string, { requestBody?: { content?: Record<string, { schema?: { properties?: object } }> } }>>;
};

async function fieldsByCall(address: string): Promise<Map<string, Record<string, unknown>>> {
  const { paths }: Described = await (await fetch(`${address}/api/openapi.json`)).json();
  const calls = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { requestBody }]) => {
      const properties = requestBody?.content?.["application/json"]?.schema?.properties ?? {};
      const fields = Object.fromEntries(Object.keys(properties).map((name) => [name, ""]));
      return [`${method.toUpperCase()} ${path.replaceAll(/\{(\w+)\}/g, ":$1")}`, fields] as const;
    }),
  );
  return new Map(calls);
}

async function filesOf(address: string): Promise<string[]> {
  const page = await (await fetch(`${address}/products`)).text();
  return [...new Set([...page.matchAll(/\/assets\/[\w.-]+/g)].map(([path]) => path))].slice(0, 6);
}
