import type { ProviderName } from "../payment.ts";

/**
 * What each provider needs before its method can be switched on: settings that admins may read, and
 * secrets that nobody may. [S10.1] [S10.16]
 */
export const methodParts = {
  razorpay: { settings: ["keyId"], secrets: ["keySecret", "webhookSecret"] },
  stripe: { settings: [], secrets: ["secretKey", "webhookSecret"] },
} as const satisfies Record<ProviderName, { settings: readonly string[]; secrets: readonly string[] }>;

type Parts = (typeof methodParts)[ProviderName];
export type SettingPart = Parts["settings"][number];
export type SecretPart = Parts["secrets"][number];

/** What a method lacks: a part of its own, the shop's https address, or pages to publish. */
export type MissingPart = SettingPart | SecretPart | "httpsAddress" | "pages";

/** The settings of a method, without its secrets. */
export type MethodSettings = Readonly<Record<string, string | boolean>>;

/** What is known of a method; `secrets` are the names of those that are stored. */
type Known = {
  name: ProviderName;
  settings: MethodSettings;
  secrets: readonly string[];
  /** The address under which buyers reach the shop; null if the operator set none. */
  appUrl: string | null;
  isPublic: boolean;
  /** Whether the pages that a provider asks for are published. [S10.14] */
  hasPages: boolean;
};

/**
 * What a method lacks to be switched on, in the order of the set-up. A provider sends its events to
 * the shop's https address and wants to see its pages; a shop on this machine needs neither.
 * [S10.1]
 */
export function missingParts({ name, settings, secrets, appUrl, isPublic, hasPages }: Known): MissingPart[] {
  const parts = methodParts[name];
  const isReachable = !isPublic || appUrl?.startsWith("https:");
  return [
    ...parts.settings.filter((part) => !settings[part]),
    ...parts.secrets.filter((part) => !secrets.includes(part)),
    ...(isReachable ? [] : ["httpsAddress" as const]),
    ...(hasPages || !isPublic ? [] : ["pages" as const]),
  ];
}

/** Whether keys are a provider's test keys, with which no money moves; null without keys. */
export function hasTestKeys(name: ProviderName, { keyId }: MethodSettings, { secretKey }: { secretKey?: string }): boolean | null {
  const key = name === "razorpay" ? keyId : secretKey;
  return typeof key === "string" ? key.includes("_test_") : null;
}

/** Whether the provider sent an event since its keys are as they are: one from before shows nothing. */
export function hasReported({ lastEvent, changedAt }: { lastEvent: { receivedAt: Date } | null; changedAt: Date }): boolean {
  return lastEvent !== null && lastEvent.receivedAt >= changedAt;
}

/** The last four characters of a secret, by which its owner recognizes it. [S10.16] */
export function lastFourOf(secret: string): string {
  return secret.slice(-4);
}
