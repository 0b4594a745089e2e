import type { ApiMethod, ApiOperation } from "./api-document.ts";

/** A call's example for a shell; secrets are shell variables. */
export function curlOf(method: ApiMethod, path: string, operation: ApiOperation, origin: string): string {
  const { parameters = [], requestBody, security = [] } = operation;
  const exampleOf = (name: string) => String(parameters.find((parameter) => parameter.name === name)?.example ?? `{${name}}`);
  const address = origin + path.replaceAll(/\{(\w+)\}/g, (_, name) => encodeURIComponent(exampleOf(name)));
  const asked = parameters.filter(({ in: location, example }) => location === "query" && example !== undefined);
  const query = new URLSearchParams(asked.map(({ name }) => [name, exampleOf(name)])).toString();
  const body = requestBody?.content["application/json"]?.example;
  const headers = [
    ...credentialOf(security, method, origin),
    ...parameters.flatMap(({ in: location, name, example }) =>
      location === "header" && example !== undefined ? [`${name}: ${example}`] : [],
    ),
    ...(body === undefined ? [] : ["Content-Type: application/json"]),
  ];
  return [
    `curl ${method === "get" ? "" : `-X ${method.toUpperCase()} `}${quoted(query ? `${address}?${query}` : address)}`,
    ...headers.map((header) => `-H "${header}"`),
    ...(body === undefined ? [] : [`-d ${quoted(JSON.stringify(body))}`]),
  ].join(" \\\n  ");
}

/** The weakest credential that a call accepts; none if an access key would not reveal more. */
function credentialOf(security: Record<string, string[]>[], method: ApiMethod, origin: string): string[] {
  const has = (scheme: string) => security.some((requirement) => scheme in requirement);
  const isForEverybody = security.some((requirement) => Object.keys(requirement).length === 0);
  if (has("apiKey") && !(isForEverybody && !has("session"))) return ["Authorization: Bearer $API_KEY"];
  if (has("accessKey")) return ["X-Access-Key: $ACCESS_KEY"];
  if (!has("session")) return [];
  return ["Cookie: $COOKIE", ...(method === "get" ? [] : [`Origin: ${origin}`])];
}

/** Quotes a text for a shell. */
function quoted(text: string): string {
  return /^[\w:/.,-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
}
