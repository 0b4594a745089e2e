import type { Services } from "#platform/provides.ts";
import type { Actor } from "#shop/actor.ts";
import { ok, type Result, refused } from "#shop/refusal.ts";
import { may, rightMissing } from "#shop/rights.ts";
import type { ProviderName } from "../payment.ts";
import type { ConnectionAnswer } from "../providers/provider.ts";
import { findProvider } from "./method-secrets.server.ts";
import { recordSilence } from "./record-silence.server.ts";

/**
 * Asks a provider for something that only the stored keys may read, and notes whether it answers.
 * Refuses while there are none (`paymentMethodIncomplete`). For admins. [S10.1]
 */
export async function testConnection(
  services: Pick<Services, "db" | "vault" | "httpClient" | "now">,
  actor: Actor,
  name: ProviderName,
): Promise<Result<ConnectionAnswer, "rightMissing" | "paymentMethodIncomplete">> {
  if (!may(actor, "own-shop")) return rightMissing("own-shop");
  const provider = await findProvider(services, name);
  if (!provider) return refused("paymentMethodIncomplete");
  const answer = await provider.testConnection();
  await recordSilence(services, name, answer);
  return ok(answer);
}
