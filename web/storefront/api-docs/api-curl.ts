import type { ApiMethod, ApiOperation } from "#web/api-document.ts";

/** The example of a call, to be pasted into a shell: what is secret is left to a variable of it. */
export function curlOf(method: ApiMethod, path: string, operation: ApiOperation, origin: string): string {
  const { parameters = [], requestBody, security = [] } = operation;
  const exampleOf = (name: string) => String(parameters.find((parameter) => parameter.name === name)?.example ?? `{${name}}`);
  const address = origin + path.replaceAll(/\{(\w+)\}/g, (_, name) => encodeURIComponent(exampleOf(name)));
  const asked = parameters.filter(({ in: place, example }) => place === "query" && example !== undefined);
  const query = new URLSearchParams(asked.map(({ name }) => [name, exampleOf(name)])).toString();
  const body = requestBody?.content["application/json"]?.example;
  const headers = [
    ...credentialOf(security, method, origin),
    ...parameters.flatMap(({ in: place, name, example }) => (place === "header" && example !== undefined ? [`${name}: ${example}`] : [])),
    ...(body === undefined ? [] : ["Content-Type: application/json"]),
  ];
  return [
    `curl ${method === "get" ? "" : `-X ${method.toUpperCase()} `}${quoted(query ? `${address}?${query}` : address)}`,
    ...headers.map((header) => `-H "${header}"`),
    ...(body === undefined ? [] : [`-d ${quoted(JSON.stringify(body))}`]),
  ].join(" \\\n  ");
}

/** The least that opens a call: nothing where it is for everybody and no key of an order opens more of it. */
function credentialOf(security: Record<string, string[]>[], method: ApiMethod, origin: string): string[] {
  const has = (scheme: string) => security.some((requirement) => scheme in requirement);
  const isForEverybody = security.some((requirement) => Object.keys(requirement).length === 0);
  if (has("apiKey") && !(isForEverybody && !has("session"))) return ["Authorization: Bearer $API_KEY"];
  if (has("accessKey")) return ["X-Access-Key: $ACCESS_KEY"];
  if (!has("session")) return [];
  return ["Cookie: $COOKIE", ...(method === "get" ? [] : [`Origin: ${origin}`])];
}

/** For a shell: nothing in it means anything. */
function quoted(text: string): string {
  return /^[\w:/.,-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
}
