/** The parts of an OpenAPI document that the API page shows. */
export type ApiDocument = {
  info: { description?: string };
  tags?: { name: string; description?: string }[];
  paths?: Record<string, Partial<Record<ApiMethod, ApiOperation>>>;
  components?: { schemas?: Record<string, ApiSchema> };
};
export type ApiMethod = "get" | "post" | "put" | "delete";
export type ApiOperation = {
  operationId?: string;
  tags?: string[];
  summary?: string;
  description?: string;
  security?: Record<string, string[]>[];
  parameters?: ApiParameter[];
  requestBody?: { content: Record<string, ApiMedia> };
  responses: Record<string, { description?: string; content?: Record<string, ApiMedia> }>;
};
type ApiParameter = { name: string; in: string; required?: boolean; description?: string; schema?: ApiSchema; example?: unknown };
export type ApiMedia = { schema?: ApiSchema; example?: unknown };
export type ApiSchema = {
  $ref?: string;
  type?: string | string[];
  format?: string;
  enum?: unknown[];
  description?: string;
  properties?: Record<string, ApiSchema>;
  required?: string[];
  items?: ApiSchema;
  allOf?: ApiSchema[];
  anyOf?: ApiSchema[];
  oneOf?: ApiSchema[];
  additionalProperties?: ApiSchema | boolean;
};
