import { z } from "zod";
import { startMoving } from "#shop/moving-in/start-moving.server.ts";
import { granted } from "#shop/refusal.ts";
import { servicesContext, visitorContext } from "#web/context.ts";
import { sayOrUnreached } from "#web/parts/say-or-unreached.ts";
import { readForm } from "#web/read-form.ts";
import { orSay, say } from "#web/say.ts";
import type { Route } from "./+types/moving-in-runs.ts";

export { default, loader, meta } from "./moving-in.tsx";

const RunForm = z.object({ what: z.enum(["preview", "import"]) });

/** Begins a preview or an import, which goes on by itself: POST /admin/moving-in/runs. */
export async function action({ request, context }: Route.ActionArgs) {
  const form = await readForm(RunForm, request);
  if (!form.ok) return say(form);
  const started = await orSay(context, "failedToMoveIn", () =>
    startMoving(context.get(servicesContext), context.get(visitorContext), { isPreview: form.value.what === "preview" }),
  );
  return say(started.ok ? granted(null) : started);
}

export function clientAction({ serverAction }: Route.ClientActionArgs) {
  return sayOrUnreached("failedToMoveIn", serverAction);
}
