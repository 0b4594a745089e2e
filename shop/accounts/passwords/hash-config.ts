import { z } from "zod";

const base64 = z.string().regex(/^[A-Za-z0-9+/_-]*={0,2}$/);

/**
 * The old shop's password hashing, as its authentication service exports it: a modified scrypt with
 * a secret signer key.
 */
export const HashConfig = z
  .object({
    algorithm: z.literal("SCRYPT"),
    base64_signer_key: base64.min(1),
    base64_salt_separator: base64.default(""),
    rounds: z.coerce.number().int().min(1).max(8),
    mem_cost: z.coerce.number().int().min(1).max(14),
  })
  .transform((config) => ({
    signerKey: config.base64_signer_key,
    saltSeparator: config.base64_salt_separator,
    rounds: config.rounds,
    memCost: config.mem_cost,
  }));
export type HashConfig = z.output<typeof HashConfig>;

/**
 * Parses the file: JSON, bare or within `hash_config`, or `name: value` lines as the service's
 * console shows them. Null for anything else.
 */
export function readHashConfig(text: string): HashConfig | null {
  const read = HashConfig.safeParse(namedValues(text));
  return read.success ? read.data : null;
}

function namedValues(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null && "hash_config" in value ? value.hash_config : value;
  } catch {
    const lines = text.matchAll(/^\s*([a-z0-9_]+)\s*:\s*([^\s,]+)/gim);
    return Object.fromEntries([...lines].map(([, name = "", value]) => [name, value]));
  }
}
