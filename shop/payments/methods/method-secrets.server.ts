import { eq } from "drizzle-orm";
import { z } from "zod";
import type { Services } from "#platform/provides.ts";
import type { ProviderName } from "../payment.ts";
import type { PaymentProvider, WebhookSecret } from "../providers/provider.ts";
import { openProvider, type ProviderKeys } from "../providers/providers.server.ts";
import { jsonOf } from "../providers/read-answer-fields.ts";
import { paymentMethodSettings } from "../tables.server.ts";
import type { SecretPart } from "./payment-method.ts";

type Needs = Pick<Services, "db" | "vault" | "httpClient">;
type MethodRow = typeof paymentMethodSettings.$inferSelect;

/** The secrets of a method by their names. */
export type MethodSecrets = Partial<Record<SecretPart, string>>;

const Stored = z.partialRecord(z.enum(["keySecret", "secretKey", "webhookSecret"]), z.string());

/** Decrypts the secrets of a method; none if there are none. */
export function secretsOf({ vault }: Pick<Services, "vault">, { secrets }: Pick<MethodRow, "secrets">): MethodSecrets {
  return secrets === null ? {} : Stored.parse(jsonOf(vault.decrypt(secrets)));
}

/** Encrypts the secrets of a method. */
export function encryptedSecrets({ vault }: Pick<Services, "vault">, secrets: MethodSecrets): Buffer {
  return vault.encrypt(JSON.stringify(secrets));
}

/**
 * The provider of a method with its stored keys, whether the method is on or not, because open
 * attempts are followed to their end. Null if its keys are not complete.
 */
export async function findProvider(services: Needs, name: ProviderName): Promise<PaymentProvider | null> {
  const [row] = await services.db.select().from(paymentMethodSettings).where(eq(paymentMethodSettings.name, name));
  const keys = row ? keysOf(services, name, row) : null;
  return keys && openProvider(services.httpClient, keys);
}

function keysOf(services: Pick<Services, "vault">, name: ProviderName, row: MethodRow): ProviderKeys | null {
  const { keySecret, secretKey, webhookSecret } = secretsOf(services, row);
  if (!webhookSecret) return null;
  const before: WebhookSecret[] = row.oldWebhookSecret
    ? [{ secret: services.vault.decrypt(row.oldWebhookSecret), until: row.oldWebhookSecretUntil }]
    : [];
  const webhookSecrets = [{ secret: webhookSecret, until: null }, ...before];
  const { keyId } = row.settings;
  if (name === "razorpay") return keySecret && typeof keyId === "string" ? { name, keyId, keySecret, webhookSecrets } : null;
  return secretKey ? { name, secretKey, webhookSecrets } : null;
}
