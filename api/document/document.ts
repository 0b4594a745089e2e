import type { OpenAPIHono } from "@hono/zod-openapi";
import type { ApiEnv } from "../api-env.ts";
import { type CallDescriptions, callDescriptions, tags } from "./call-descriptions.ts";
import { type Example, examples, refusalExample } from "./examples.ts";

type Described = ReturnType<OpenAPIHono<ApiEnv>["getOpenAPI31Document"]>;
type PathItem = NonNullable<Described["paths"]>[string];
type Operation = NonNullable<PathItem["get"]>;
type ResponseObject = { content?: Record<string, { example?: unknown }> };

const INTRODUCTION = `What another program can read and do in this shop. Money is in rupees, as a number. Times are ISO 8601, except \`createdAt\` of an order, which is in milliseconds since 1970. A list returns \`next\`. Send it as \`after\` to get the next page, until it is null.

A refusal returns \`{"error", "code"}\`: a sentence in English, and its name, which stays the same when the wording changes.

- \`400\`: the request can't be read
- \`401\`: the caller isn't logged in, or the key doesn't work
- \`403\`: the caller isn't allowed to do this
- \`404\`: it doesn't exist
- \`409\`: it conflicts with the current state
- \`413\`, \`415\`: too much data, or data of the wrong kind
- \`422\`: a field is wrong; \`field\` names it
- \`429\`, \`503\`: try again after the seconds in \`Retry-After\``;

/**
 * Generates the OpenAPI document from the schemas that validate the calls, with a tested example of
 * each.
 */
export function describeApi(api: OpenAPIHono<ApiEnv>): Described {
  const described = api.getOpenAPI31Document({
    openapi: "3.1.0",
    info: {
      title: "Trackside",
      version: "1",
      description: INTRODUCTION,
      license: { name: "MIT", url: "https://opensource.org/license/mit" },
    },
    servers: [{ url: "/", description: "The shop that serves this document." }],
    tags: Object.entries(tags).map(([name, description]) => ({ name, description })),
  });
  for (const [path, item] of Object.entries(described.paths ?? {}))
    for (const method of ["get", "post", "put", "delete"] as const) {
      const operation = item[method];
      const call = `${method.toUpperCase()} ${path}` as keyof typeof callDescriptions;
      if (operation && callDescriptions[call]) complete(operation, callDescriptions[call], examples[call]);
    }
  return described;
}

function complete(operation: Operation, { id, tag, fields = {} }: CallDescriptions, { parameters = {}, body, answer }: Example): void {
  operation.operationId = id;
  operation.tags = [tag];
  for (const parameter of operation.parameters ?? [])
    if ("name" in parameter && parameters[parameter.name] !== undefined) parameter.example = parameters[parameter.name];

  const taken = operation.requestBody && "content" in operation.requestBody ? operation.requestBody.content : {};
  for (const [type, media] of Object.entries(taken)) {
    if (type === "application/json") media.example = body;
    const properties = media.schema && "properties" in media.schema ? (media.schema.properties ?? {}) : {};
    for (const [name, schema] of Object.entries(properties)) if (fields[name]) Object.assign(schema, { description: fields[name] });
  }
  for (const [status, response] of Object.entries(operation.responses ?? {})) {
    const media = (response as ResponseObject).content?.["application/json"];
    const shown = status.startsWith("2") ? answer : refusalExample;
    if (media && shown !== undefined) media.example = shown;
  }
}
