import { deviceOf } from "#shop/accounts/sessions/device.ts";
import { listPushDevices } from "#shop/push/push-devices.server.ts";
import { pushKey } from "#shop/push/push-key.server.ts";
import { requestContext } from "#web/context.ts";
import { orFail, say, sentenceFor } from "#web/say.ts";

type Context = Parameters<typeof say>[0];

/**
 * What the card of notifications shows: the shop's public key, and the admin's own devices by name.
 */
export type PushCardData = Awaited<ReturnType<typeof loadPush>>;

/**
 * Loads what the card of notifications shows, for the loader of the page that has the card.
 * [S12.10]
 */
export async function loadPush(context: Context) {
  const { services, visitor } = context.get(requestContext);
  const listed = await orFail(context, "failedToLoadSubscriptions", () => listPushDevices(services, visitor));
  if (!listed.ok) throw say(context, listed);
  const { publicKey } = await orFail(context, "failedToLoadSubscriptions", () => pushKey(services));
  const devices = listed.value.map(({ userAgent, ...device }) => {
    const name = deviceOf(userAgent);
    return { ...device, name: typeof name === "string" ? name : sentenceFor(context, name) };
  });
  return { publicKey, devices };
}
