import { Hono } from "hono";
import { sentenceIn } from "#messages/sentence-in.ts";
import type { HostEnv } from "./host-env.ts";

/**
 * `/healthz` says whether the process answers, `/readyz` whether the database can be reached, can
 * be written to, has the tables of this version and no newer ones, and a job worker is alive. Both
 * answer 200, or `/readyz` 503 with the reason in the log.
 */
export function health(problem: () => Promise<string | null>): Hono<HostEnv> {
  const checks = new Hono<HostEnv>();
  checks.get("/healthz", (c) => c.json({ ok: true }));
  checks.get("/readyz", async (c) => {
    if ((await problem()) === null) return c.json({ ok: true });
    return c.json({ ok: false, error: sentenceIn("en", { code: "shopUnavailable" }), code: "shopUnavailable" }, 503);
  });
  return checks;
}
