import { z } from "zod";
import type { Services } from "#platform/provides.ts";
import { placeOf } from "#shop/encrypted-columns.server.ts";
import { jsonOf } from "#shop/parse.ts";
import type { paymentMethodSettings } from "../tables.server.ts";
import { MethodSecrets } from "./method-secrets.server.ts";

type MethodRow = typeof paymentMethodSettings.$inferSelect;

const Earlier = z.array(
  z.object({
    settings: z.record(z.string(), z.union([z.string(), z.boolean()])),
    secrets: MethodSecrets,
    replacedAt: z.coerce.date(),
  }),
);

/** Keys that were replaced, and when: oldest first. */
type EarlierKeys = z.output<typeof Earlier>;

/** Decrypts the keys of a method that were replaced; none if there are none. */
export function earlierKeysOf(
  { vault }: Pick<Services, "vault">,
  { name, earlierKeys }: Pick<MethodRow, "name" | "earlierKeys">,
): EarlierKeys {
  return earlierKeys === null ? [] : Earlier.parse(jsonOf(vault.decrypt(placeOf("payment_methods.earlier_keys", name), earlierKeys)));
}

/** Encrypts them; null for none. */
export function encryptedEarlierKeys({ vault }: Pick<Services, "vault">, name: MethodRow["name"], keys: EarlierKeys): Buffer | null {
  return keys.length === 0 ? null : vault.encrypt(placeOf("payment_methods.earlier_keys", name), JSON.stringify(keys));
}
