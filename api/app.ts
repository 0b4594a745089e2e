import { Hono } from "hono";
import type { ApiEnv } from "./api-env.ts";

/** The JSON API: `/api/*` and `/products_database/*`. */
export function createApi(): Hono<ApiEnv> {
  return new Hono<ApiEnv>();
}
