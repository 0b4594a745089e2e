import { sql } from "drizzle-orm";
import { Hono } from "hono";
import { sentenceIn } from "#messages/sentence-in.ts";
import { isUnreachable } from "#platform/database/is-unreachable.ts";
import type { Services } from "#platform/provides.ts";
import type { HostEnv } from "./host-env.ts";

/**
 * `/healthz` says whether the process answers, `/readyz` whether the database can be reached and
 * has its tables. Both answer 200, or `/readyz` 503 with the reason in the log.
 */
export function health(services: Pick<Services, "db" | "log">): Hono<HostEnv> {
  const checks = new Hono<HostEnv>();
  checks.get("/healthz", (c) => c.json({ ok: true }));
  checks.get("/readyz", async (c) => {
    try {
      await services.db.execute(sql`select 1 from migrations limit 1`);
      return c.json({ ok: true });
    } catch (error) {
      services.log.warn("not ready", { reason: isUnreachable(error) ? "database unreachable" : "database not migrated" });
      return c.json({ ok: false, error: sentenceIn("en", { code: "shopUnavailable" }), code: "shopUnavailable" }, 503);
    }
  });
  return checks;
}
