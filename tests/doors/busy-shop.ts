import { createHmac, randomUUID } from "node:crypto";
import { Pool } from "pg";
import sharp from "sharp";
import { createApi } from "#api/app.ts";
import { sha256 } from "#platform/encryption/vault.server.ts";
import { staticAssets } from "#server/http/files/static-assets.ts";
import { createHost } from "#server/http/host.ts";
import { ONE_TIME_KEY_LENGTH, RECOVERY_CODE_LENGTH } from "#shop/accounts/constants.ts";
import { drawBase32 } from "#shop/accounts/second-factor/one-time-code.server.ts";
import { BROWSER_COOKIE, sessionCookieName } from "#shop/accounts/sessions/cookies.ts";
import { openAuth } from "#shop/accounts/sign-in/auth.server.ts";
import type { Customer } from "#shop/accounts/visitor.ts";
import { placeOf } from "#shop/encrypted-columns.server.ts";
import { approveOrder } from "#shop/orders/decisions/approve/approve-order.server.ts";
import type { Right } from "#shop/rights.ts";
import { addIds } from "#shop/stock/ids/add-ids.server.ts";
import { checkIds } from "#shop/stock/imports/check-ids.server.ts";
import { anApiKey } from "#tests/support/accounts/api-key.ts";
import { aCustomer, aGuest, aHelper, anAdmin, aPendingOrder, aProduct } from "#tests/support/shop/builders.ts";
import { claimIds } from "#tests/support/shop/claims.ts";
import { openTestShop, TEST_SECRET } from "#tests/support/shop/shop.ts";
import { openPages } from "#tests/support/web/pages.ts";

/**
 * The visitors: an anonymous one, a browser that holds another guest's order, the buyer, another
 * customer, a disabled one, an admin, and an admin who gave the right password but has not passed
 * the second factor.
 */
export const visitors = ["guest", "holder", "buyer", "other", "disabled", "admin", "mfaPending"] as const;
export type VisitorName = (typeof visitors)[number];

/**
 * Part of everything that only the buyer and the admins may see, in any spelling. It is too long to
 * appear in a nonce by chance.
 */
export const SECRET = /zq7qz7/i;
/** What only admins may see. */
export const ADMINS_SECRET = /zq7qz7-admin|ZQ7QZ7CARD0001/;
export const ORIGIN = "http://localhost:4700";

/** The objects in the shop that requests can be about; each is created again after a write. */
export type Place = { picture: Uint8Array } & Record<
  | "productId"
  | "spareId"
  | "deletedId"
  | "requestCode"
  | "approvedCode"
  | "guestCode"
  | "key"
  | "userId"
  | "adminId"
  | "messageId"
  | "paymentId"
  | "emailId"
  | "subscriptionId"
  | "deliveryId"
  | "deviceId"
  | "unitId"
  | "deliveredId"
  | "sessionId"
  | "keyId"
  | "recoveryCode"
  | "batchId"
  | "draftId"
  | "supplierId",
  string
>;

/**
 * Extending or ending a session and recording the use of an API key do not count as writes of a
 * call.
 */
const whenRecorded: Record<string, string> = { sessions: "insert", api_keys: "insert or delete or update of revoked_at" };

export type BusyShop = Awaited<ReturnType<typeof openBusyShop>>;

/** The whole shop in this process, with data of every visitor. */
export async function openBusyShop() {
  const shop = await openTestShop();
  const { pages, routes } = await openPages();
  const auth = openAuth(shop.services, { appUrl: ORIGIN, secret: TEST_SECRET });
  let stored = 0;
  const { put, remove } = shop.services.files;
  const counting =
    <A extends unknown[], R>(change: (...given: A) => R) =>
    (...given: A) => {
      stored += 1;
      return change(...given);
    };
  const counted = { ...shop.services.files, put: counting(put), remove: counting(remove) };
  const services = { ...shop.services, files: counted };
  const host = createHost(
    { services, config: { appUrl: ORIGIN, trustProxy: 1 }, auth },
    { api: createApi().api, pages, assets: staticAssets(null) },
  );
  const sql = <R extends object>(text: string, values: unknown[] = []) =>
    shop.services.db.$client.query<R>(text, values).then(({ rows }) => rows);

  const buyer = await aCustomer(shop, { email: "buyer-zq7qz7@example.com", name: "Bina Zq7qz7" });
  const [other, disabled, admin, mfaPending] = [await aCustomer(shop), await aCustomer(shop), await anAdmin(shop), await anAdmin(shop)];
  const factorKey = shop.services.vault.encrypt(placeOf("second_factors.key", mfaPending.userId), "A".repeat(ONE_TIME_KEY_LENGTH));
  await sql("insert into second_factors (user_id, key, created_at, confirmed_at) values ($1, $2, now(), now())", [
    mfaPending.userId,
    factorKey,
  ]);
  const holding = await aPendingOrder(shop, { visitor: aGuest() });
  const cookies: Record<VisitorName, string | null> = {
    guest: null,
    holder: `${BROWSER_COOKIE}=${holding.newBrowserKey}`,
    buyer: await signedIn(buyer.userId),
    other: await signedIn(other.userId),
    disabled: await signedIn(disabled.userId),
    admin: await signedIn(admin.userId),
    mfaPending: await signedIn(mfaPending.userId),
  };
  const userIds: Partial<Record<VisitorName, string>> = {
    buyer: buyer.userId,
    other: other.userId,
    disabled: disabled.userId,
    admin: admin.userId,
    mfaPending: mfaPending.userId,
  };
  await sql("update users set disabled = true where id = $1", [disabled.userId]);
  // The shop's own role may not create triggers, so the owner counts the writes.
  const owner = new Pool({ connectionString: shop.databaseUrl, max: 1 });
  const asOwner = (text: string) => owner.query(text);
  await asOwner("create table stored_sessions as table sessions");
  await asOwner("create sequence writes");
  await asOwner("grant select on stored_sessions, writes to public; grant usage on sequence writes to public");
  await asOwner(
    "create function count_write() returns trigger language plpgsql as $$ begin perform nextval('writes'); return null; end $$",
  );
  // Attempts are counted for refused visitors, too; that is their purpose.
  const tables = "select tablename as table from pg_tables where schemaname = 'public' and tablename <> 'rate_limits'";
  for (const { table } of await sql<{ table: string }>(tables)) {
    const when = whenRecorded[table] ?? "insert or update or delete";
    await asOwner(`create trigger counted after ${when} on "${table}" for each row execute function count_write()`);
  }
  await owner.end();
  const picture = await sharp({ create: { width: 8, height: 8, channels: 3, background: "#05a" } })
    .png()
    .toBuffer();

  /** The cookie of a session, signed like Better Auth's. */
  async function signedIn(userId: string): Promise<string> {
    const token = randomUUID().replaceAll("-", "");
    await sql(
      "insert into sessions (id, token_hash, user_id, created_at, updated_at, last_seen_at, expires_at) values ($1, sha256(convert_to($2, 'UTF8')), $3, now(), now(), now(), now() + interval '12 hours')",
      [randomUUID(), token, userId],
    );
    const signature = createHmac("sha256", TEST_SECRET).update(token).digest("base64");
    return `${sessionCookieName(false)}=${encodeURIComponent(`${token}.${signature}`)}`;
  }

  /** Puts data of every visitor into the shop; every word of the buyer's is a secret to others. */
  async function furnish(): Promise<Place> {
    const ids = Array.from({ length: 20 }, () => `ID-zq7qz7-${randomUUID()}`);
    const product = await aProduct(shop, { name: "Account", ids });
    const spare = await aProduct(shop, { name: "Spare", ids: [`ID-zq7qz7-${randomUUID()}`] });
    const deleted = await aProduct(shop, { name: "Gone" });
    await sql("update products set deleted_at = now() where id = $1", [deleted.id]);
    const gift = { paymentMethod: "amazon" as const, giftCardCode: "ZQ7QZ7CARD0001", proof: { filename: "card.png", bytes: picture } };
    const pending = await aPendingOrder(shop, { productId: product.id, visitor: buyer, ...gift });
    await sql("update orders set payment_verified = false, verification_note = 'zq7qz7-admin' where request_code = $1", [
      pending.requestCode,
    ]);
    const approved = await aPendingOrder(shop, { productId: product.id, visitor: buyer });
    const deliveredId = `ID-zq7qz7-${randomUUID()}`;
    const link = "https://files.example/zq7qz7";
    const form = { ids: [deliveredId], faulty: [], downloadLink: link, confirmed: false, idsConfirmed: true };
    const approval = await approveOrder(services, admin, approved.requestCode, form);
    if (!approval.ok) throw new Error(approval.code);
    const claimed = await claimIds(shop, { requestCode: approved.requestCode, buyer }, [deliveredId], "zq7qz7 does not work");
    if (!claimed.ok) throw new Error(claimed.code);
    const guests = await aPendingOrder(shop, { productId: product.id, visitor: aGuest(), email: "guest-zq7qz7@example.com" });
    const target: Customer = await aCustomer(shop, { email: `zq7qz7-${randomUUID()}@example.com` });
    const second = await anAdmin(shop, { email: `zq7qz7-${randomUUID()}@example.com` });
    const messageId = randomUUID();
    const encryptedFor = (place: ReturnType<typeof placeOf>) => services.vault.encrypt(place, "zq7qz7@example.com");
    await sql("insert into contact_messages (id, name, email, message, created_at) values ($1, 'Zq7qz7', $2, 'zq7qz7', now())", [
      messageId,
      encryptedFor(placeOf("contact_messages.email", messageId)),
    ]);
    const paymentId = randomUUID();
    await sql(
      `insert into payments (id, source, reference, paise, currency, paid_at, received_at, payer, state, problem)
        values ($1, 'upi', $2, 49900, 'INR', now(), now(), $3, 'review', 'unknown')`,
      [paymentId, `zq7qz7-admin-${paymentId}`, encryptedFor(placeOf("payments.payer", paymentId))],
    );
    const recoveryCode = drawBase32(RECOVERY_CODE_LENGTH);
    await sql("insert into recovery_codes (user_id, code_hash) values ($1, $2)", [mfaPending.userId, sha256(recoveryCode)]);
    const { id: keyId } = await anApiKey(shop, admin.userId, ["read-orders"], "Zq7qz7-admin");
    const [session] = await sql<{ id: string }>("select id from stored_sessions where user_id = $1", [buyer.userId]);
    const [email] = await sql<{ id: string }>("select id from emails where recipient is not null order by created_at desc, id limit 1");
    await addIds(services, admin, { productId: spare.id, ids: `ID-zq7qz7-${randomUUID()}` });
    const [batch] = await sql<{ id: string }>("select id from batches where product_id = $1", [spare.id]);
    const pasted = `ID-zq7qz7-${randomUUID()}`;
    const draft = await checkIds(services, admin, {
      productId: spare.id,
      supplier: "zq7qz7-admin",
      note: "zq7qz7-admin",
      cost: null,
      ids: pasted,
    });
    if (!draft.ok) throw new Error(draft.code);
    const [supplier] = await sql<{ id: string }>("select id from suppliers");
    await sql("delete from subscriptions");
    const subscriptionId = randomUUID();
    const deliveryId = `msg_${randomUUID()}`;
    await sql(
      `insert into subscriptions (id, kind, address, secret, events, is_on, created_at) values ($1, 'webhook', 'https://192.0.2.1/zq7qz7-admin', $2, '{stock.low}', false, now())`,
      [subscriptionId, encryptedFor(placeOf("subscriptions.secret", subscriptionId))],
    );
    await sql(
      `insert into deliveries (id, subscription_id, event, facts, state, created_at) values ($1, $2, 'stock.low', '{"productName": "zq7qz7-admin"}', 'failed', now())`,
      [deliveryId, subscriptionId],
    );
    const deviceId = randomUUID();
    const endpointHash = sha256(deviceId);
    await sql(
      `insert into push_devices (id, user_id, endpoint, endpoint_hash, keys, user_agent, created_at) values ($1, $2, $3, $4, $5, 'Zq7qz7-admin', now())`,
      [
        deviceId,
        second.userId,
        encryptedFor(placeOf("push_devices.endpoint", endpointHash)),
        endpointHash,
        encryptedFor(placeOf("push_devices.keys", endpointHash)),
      ],
    );
    const [unit] = await sql<{ id: string }>("select unit_id as id from free_units where product_id = $1 limit 1", [product.id]);
    return {
      picture,
      productId: product.id,
      spareId: spare.id,
      deletedId: deleted.id,
      requestCode: pending.requestCode,
      approvedCode: approved.requestCode,
      guestCode: guests.requestCode,
      key: guests.accessKey ?? "",
      userId: target.userId,
      adminId: second.userId,
      messageId,
      paymentId,
      emailId: String(email?.id),
      subscriptionId,
      deliveryId,
      deviceId,
      unitId: String(unit?.id),
      deliveredId,
      sessionId: String(session?.id),
      keyId,
      recoveryCode,
      batchId: String(batch?.id),
      draftId: draft.value.batchId,
      supplierId: supplier?.id ?? "",
    };
  }

  let visits = 0;
  return {
    shop,
    admin,
    host,
    routes,
    furnish,
    /**
     * A request of a visitor. Each has a different address, because limits per address are tested
     * elsewhere.
     */
    async visit(
      who: VisitorName | { cookie: string },
      path: string,
      init: RequestInit & { origin?: string | null } = {},
    ): Promise<Response> {
      visits += 1;
      const headers = new Headers(init.headers);
      headers.set("X-Forwarded-For", `10.${visits >> 16}.${(visits >> 8) & 255}.${visits & 255}`);
      headers.set("User-Agent", "Mozilla/5.0 bot");
      const cookie = typeof who === "string" ? cookies[who] : who.cookie;
      if (cookie) headers.set("Cookie", cookie);
      if (init.origin) headers.set("Origin", init.origin);
      return host.request(ORIGIN + path, { ...init, headers });
    },
    /** A new helper with these rights, who is logged in. */
    async aHelper(rights: readonly Right[]): Promise<{ cookie: string; userId: string }> {
      const { userId } = await aHelper(shop, rights);
      return { cookie: await signedIn(userId), userId };
    },
    /** The number of writes to the database and the files since the last call. */
    async writes(): Promise<number> {
      const [{ last } = { last: 0 }] = await sql<{ last: number }>(
        "with was as (select last_value, is_called from writes) select (case when is_called then last_value else 0 end)::integer as last from was",
      );
      return last + stored;
    },
    /** The number of admin actions in the audit log. */
    async actionsRecorded(): Promise<number> {
      const [{ recorded } = { recorded: 0 }] = await sql<{ recorded: number }>("select count(*)::integer as recorded from audit_entries");
      return recorded;
    },
    /**
     * Restores the sessions that a visitor's request ended or renewed, and returns how many
     * belonged to somebody else.
     */
    async restore(who: VisitorName): Promise<number> {
      // It runs after every call, and nearly always there is nothing to restore.
      const lost = await sql<{ userId: string }>(
        `with changed as (
          select * from stored_sessions was where not exists (
            select from sessions where id = was.id and token_hash = was.token_hash and second_factor_at is null)
        ), restored as (
          insert into sessions select * from changed
          on conflict (id) do update set token_hash = excluded.token_hash, second_factor_at = null
        )
        select user_id as "userId" from changed where token_hash not in (select token_hash from sessions)`,
      );
      return lost.filter(({ userId }) => userId !== userIds[who]).length;
    },
    close: shop.close,
  };
}
