import { eq } from "drizzle-orm";
import { z } from "zod";
import type { Services } from "#platform/provides.ts";
import { placeOf } from "#shop/encrypted-columns.server.ts";
import { jsonOf } from "#shop/parse.ts";
import type { ProviderName } from "../payment.ts";
import type { PaymentProvider, WebhookSecret } from "../providers/provider.ts";
import { openProvider, type ProviderKeys } from "../providers/providers.server.ts";
import { paymentMethodSettings } from "../tables.server.ts";

type Needs = Pick<Services, "db" | "vault" | "httpClient">;
type MethodRow = typeof paymentMethodSettings.$inferSelect;

/** The secrets of a method by their names. */
export const MethodSecrets = z.partialRecord(z.enum(["keySecret", "secretKey", "webhookSecret"]), z.string());
export type MethodSecrets = z.output<typeof MethodSecrets>;

/** Decrypts the secrets of a method; none if there are none. */
export function secretsOf({ vault }: Pick<Services, "vault">, { name, secrets }: Pick<MethodRow, "name" | "secrets">): MethodSecrets {
  return secrets === null ? {} : MethodSecrets.parse(jsonOf(vault.decrypt(placeOf("payment_methods.secrets", name), secrets)));
}

/** Encrypts the secrets of a method. */
export function encryptedSecrets({ vault }: Pick<Services, "vault">, name: MethodRow["name"], secrets: MethodSecrets): Buffer {
  return vault.encrypt(placeOf("payment_methods.secrets", name), JSON.stringify(secrets));
}

/**
 * The provider of a method with its stored keys, whether the method is on or not. Null if its keys
 * are not complete.
 */
export async function findProvider(services: Needs, name: ProviderName): Promise<PaymentProvider | null> {
  const row = await readMethod(services, name);
  const keys = row ? keysOf(name, row.settings, secretsOf(services, row), webhookSecretsOf(services, row)) : null;
  return keys && openProvider(services.httpClient, keys);
}

/** A method's row; null before the first migration wrote it. */
export async function readMethod({ db }: Pick<Services, "db">, name: ProviderName): Promise<MethodRow | null> {
  const [row] = await db.select().from(paymentMethodSettings).where(eq(paymentMethodSettings.name, name));
  return row ?? null;
}

/** The keys of a provider's account; null if a part is missing. */
export function keysOf(
  name: ProviderName,
  { keyId }: MethodRow["settings"],
  { keySecret, secretKey }: MethodSecrets,
  webhookSecrets: readonly WebhookSecret[],
): ProviderKeys | null {
  if (webhookSecrets.length === 0) return null;
  if (name === "razorpay") return keySecret && typeof keyId === "string" ? { name, keyId, keySecret, webhookSecrets } : null;
  return secretKey ? { name, secretKey, webhookSecrets } : null;
}

/**
 * The webhook secret in use and the one before, which counts for a while; none if there is none.
 * [S10.16]
 */
export function webhookSecretsOf(services: Pick<Services, "vault">, row: MethodRow): WebhookSecret[] {
  const { webhookSecret } = secretsOf(services, row);
  if (!webhookSecret) return [];
  const { oldWebhookSecret: old, oldWebhookSecretUntil: until } = row;
  const before = old && { secret: services.vault.decrypt(placeOf("payment_methods.old_webhook_secret", row.name), old), until };
  return [{ secret: webhookSecret, until: null }, ...(before ? [before] : [])];
}
