import { eq } from "drizzle-orm";
import { inTransaction } from "#platform/database/in-transaction.server.ts";
import { announce } from "#platform/live/announce.server.ts";
import type { Services } from "#platform/provides.ts";
import type { Actor } from "#shop/actor.ts";
import { recordAction } from "#shop/audit/record-action.server.ts";
import type { GuardedChange } from "#shop/emails/guarded-change.ts";
import type { QueueNeeds } from "#shop/emails/queue-email.server.ts";
import { placeOf } from "#shop/encrypted-columns.server.ts";
import { ok, type Refusal, type Result, refused } from "#shop/refusal.ts";
import { may, rightMissing } from "#shop/rights.ts";
import { guardedChange, guardedSecret, isChange, recordGuarded, refuseUnshown } from "#shop/settings/guarded-values.server.ts";
import { keepsAMethod } from "#shop/settings/keeps-a-method.server.ts";
import type { ProviderName } from "../payment.ts";
import { paymentMethodSettings } from "../tables.server.ts";
import { OLD_WEBHOOK_SECRET_MS } from "./constants.ts";
import { earlierKeysOf, encryptedEarlierKeys } from "./earlier-keys.server.ts";
import type { MethodChange } from "./method-forms.ts";
import { encryptedSecrets, type MethodSecrets, secretsOf } from "./method-secrets.server.ts";
import { type MethodSettings, type MissingPart, methodParts } from "./payment-method.ts";
import { readHasPages, type ShownMethod, shownMethod } from "./payment-methods.server.ts";

type Needs = QueueNeeds & Pick<Services, "db" | "httpClient" | "isPublic" | "pages">;

/** A method cannot be switched on yet; `missing` says what it lacks. */
type Incomplete = Refusal<"paymentMethodIncomplete"> & { missing: MissingPart[] };

type Changed = Result<ShownMethod, "rightMissing" | "paymentMethodNeeded" | "currentPasswordNeeded"> | Incomplete;

/**
 * Changes what is given of a provider's method; the rest stays. An empty secret leaves the stored
 * one; a new webhook secret lets the one before count for 24 hours more, and keys that are replaced
 * follow their open attempts to the end. Refuses to switch on what is not complete
 * (`paymentMethodIncomplete`), and to switch off the last method (`paymentMethodNeeded`), and other
 * keys without the own password (`currentPasswordNeeded`); then nothing changes. The audit log
 * records which parts changed, and of secrets the last four characters. [S10.1] [S10.16]
 */
export async function changeProviderMethod(services: Needs, actor: Actor, name: ProviderName, form: MethodChange): Promise<Changed> {
  if (!may(actor, "own-shop")) return rightMissing("own-shop");
  const hasPages = await readHasPages(services);
  return inTransaction(services.db, async (tx): Promise<Changed> => {
    const [before] = await tx.select().from(paymentMethodSettings).where(eq(paymentMethodSettings.name, name)).for("update");
    if (!before) throw new Error("the row of a payment method is missing");

    const { isOn, settings, secrets: typed } = partsOf(name, { isOn: before.isOn, ...before.settings, ...form });
    const stored = secretsOf(services, before);
    const secrets: MethodSecrets = { ...stored, ...typed };
    const oldHook = stored.webhookSecret;
    const isNewHook = oldHook !== undefined && secrets.webhookSecret !== oldHook;
    const now = services.now();
    const guarded = guardedParts(name, { ...before.settings, ...stored }, { ...settings, ...secrets });
    const changes = {
      isOn,
      settings,
      ...(guarded.length > 0 && { updatedAt: now }),
      secrets: Object.keys(secrets).length > 0 ? encryptedSecrets(services, name, secrets) : null,
      ...(isNewHook && {
        oldWebhookSecret: services.vault.encrypt(placeOf("payment_methods.old_webhook_secret", name), oldHook),
        oldWebhookSecretUntil: new Date(now.getTime() + OLD_WEBHOOK_SECRET_MS),
      }),
      ...(isReplaced(name, { ...before.settings, ...stored }, { ...settings, ...secrets }) && {
        earlierKeys: encryptedEarlierKeys(services, name, [
          ...earlierKeysOf(services, before),
          { settings: before.settings, secrets: stored, replacedAt: now },
        ]),
      }),
    };
    const unshown = refuseUnshown(actor, guarded);
    if (unshown) return unshown;
    const after = shownMethod({ ...services, hasPages }, name, { ...before, ...changes });
    if (isOn && after.missing.length > 0) return { ...refused("paymentMethodIncomplete"), missing: after.missing };
    if (!isOn && !(await keepsAMethod(tx, { [takenBy[name]]: false }))) return refused("paymentMethodNeeded");

    await tx.update(paymentMethodSettings).set(changes).where(eq(paymentMethodSettings.name, name));
    const changed = Object.keys(settings).filter((part) => settings[part] !== before.settings[part]);
    const facts = { isOn, fields: [...changed, ...Object.keys(typed)].join(", ") };
    await recordAction(tx, actor, { action: "payment-method-changed", subject: { kind: "settings", id: name, name }, facts }, now);
    await recordGuarded(services, tx, actor, guarded);
    await announce(tx, "settings");
    return ok(after);
  });
}

const takenBy = { razorpay: "takesRazorpay", stripe: "takesStripe" } as const satisfies Record<ProviderName, string>;

/**
 * Whether complete keys are replaced or taken away. Nobody can tell whether the new ones are of the
 * same account, so pages that are open stay with the keys that opened them.
 */
function isReplaced(name: ProviderName, before: Keys, after: Keys): boolean {
  const parts = keyParts[name];
  const isComplete = parts.every((part) => before[part] !== undefined);
  return isComplete && parts.some((part) => before[part] !== after[part]);
}

/** The keys that differ. */
function guardedParts(name: ProviderName, before: Keys, after: Keys): GuardedChange[] {
  const textOf = (keys: Keys, part: string) => (keys[part as keyof Keys] === undefined ? null : String(keys[part as keyof Keys]));
  const { settings, secrets } = methodParts[name];
  return [
    ...settings.map((part) => guardedChange(part, textOf(before, part), textOf(after, part), name)),
    ...secrets.map((part) => guardedSecret(part, textOf(before, part), textOf(after, part), name)),
  ].filter(isChange);
}

type Keys = MethodSecrets & MethodSettings;

/** The parts by which a provider knows an account. */
const keyParts = { razorpay: ["keyId", "keySecret"], stripe: ["secretKey"] } as const satisfies Record<ProviderName, readonly string[]>;

/** Sorts a form into settings and typed secrets. */
function partsOf(name: ProviderName, { isOn, ...fields }: { isOn: boolean } & Readonly<Record<string, string | boolean | null>>) {
  const secretNames: readonly string[] = methodParts[name].secrets;
  const typed = Object.entries(fields).flatMap(([part, value]) => (value === null ? [] : [[part, value] as const]));
  const settings: MethodSettings = Object.fromEntries(typed.filter(([part]) => !secretNames.includes(part)));
  const secrets: MethodSecrets = Object.fromEntries(typed.filter(([part]) => secretNames.includes(part)));
  return { isOn, settings, secrets };
}
