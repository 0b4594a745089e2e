import { sendTestPush } from "#shop/push/send-push.server.ts";
import { ok } from "#shop/refusal.ts";
import { requestContext } from "#web/context.ts";
import { withToast } from "#web/parts/forms/say-or-network-error.ts";
import { orSay, say, sentenceFor } from "#web/say.ts";
import type { Route } from "./+types/push-test.ts";

export { default, loader, meta } from "./push-devices.tsx";

/**
 * Sends a test to one of the admin's devices and says whether it left: POST
 * /admin/push-devices/:deviceId/test. [S12.10]
 */
export async function action({ params, context }: Route.ActionArgs) {
  const { services, visitor } = context.get(requestContext);
  const done = await orSay(context, "failedToSendTest", () => sendTestPush(services, visitor, params.deviceId));
  if (!done.ok || done.value.problem === null) return say(context, done, "pushTestSent");
  // The device has left the list, and an error in its row would leave with it.
  if (done.value.problem.code === "pushDeviceGone") return say(context, ok(null), "pushDeviceGone");
  return say(context, ok({ problem: sentenceFor(context, done.value.problem) }));
}

export const clientAction = withToast("failedToSendTest");
