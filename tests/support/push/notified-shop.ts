import { randomUUID } from "node:crypto";
import { openHttpClient } from "#platform/http-client/open-http-client.server.ts";
import type { Services } from "#platform/provides.ts";
import type { Admin } from "#shop/accounts/visitor.ts";
import { addPushDevice } from "#shop/push/push-devices.server.ts";
import { runPushJob } from "#shop/push/send-push.server.ts";
import { noPaymentApis } from "../payments/no-payment-apis.ts";
import { openProgramServer, type ProgramServer } from "../servers/program-server.ts";
import { anAdmin } from "../shop/builders.ts";
import { openTestShop, type TestShop } from "../shop/shop.ts";
import { aBrowser, type Browser } from "./browser.ts";

/** A queued notification. */
type QueuedPush = { payload: Record<string, string>; key: string; delayMs: number };

/** A shop that may call a push service on this machine. */
export type NotifiedShop = {
  shop: TestShop;
  services: Services;
  admin: Admin;
  pushService: ProgramServer;
  /** A new session of an admin or a customer. */
  aSession(account?: { userId: string }): Promise<string>;
  /** A browser at the push service that an admin has switched on. */
  aDevice(admin?: Admin, sessionId?: string): Promise<Browser & { id: string; sessionId: string }>;
  /** Takes the waiting notifications out of the queue, sorted by key. */
  takeJobs(): Promise<QueuedPush[]>;
  /** Runs the notifications that wait, and returns what the push service received of them. */
  pushAll(): Promise<ProgramServer["received"]>;
  /** The ids of all devices that are notified. */
  devices(): Promise<string[]>;
  beginAnew(): Promise<void>;
  close(): Promise<unknown>;
};

/** Opens such a shop with an admin. */
export async function openNotifiedShop(): Promise<NotifiedShop> {
  const [shop, pushService] = await Promise.all([openTestShop(), openProgramServer()]);
  const httpClient = openHttpClient({ allowsPrivate: true, botApi: null, paymentApis: noPaymentApis }, { origin: "https://shop.example" });
  const services: Services = Object.assign(shop.services, { httpClient });
  const owner = await anAdmin(shop);
  const sql = <R extends object>(text: string, values: unknown[] = []) =>
    services.db.$client.query<R>(text, values).then(({ rows }) => rows);
  pushService.answerWith({ status: 201 });

  async function aSession(account: { userId: string } = owner): Promise<string> {
    const id = randomUUID();
    await sql(
      `insert into sessions (id, token_hash, user_id, created_at, updated_at, last_seen_at, expires_at)
        values ($1, sha256(convert_to($1, 'UTF8')), $2, now(), now(), now(), now() + interval '1 hour')`,
      [id, account.userId],
    );
    return id;
  }

  async function takeJobs(): Promise<QueuedPush[]> {
    return sql<QueuedPush>(
      `with taken as (delete from graphile_worker._private_jobs job using graphile_worker._private_tasks task
          where task.id = job.task_id and task.identifier = 'send-push' returning job.*)
        select payload, key, (extract(epoch from run_at - now()) * 1000)::float8 as "delayMs" from taken order by key`,
    );
  }

  return {
    shop,
    services,
    admin: owner,
    pushService,
    aSession,
    takeJobs,
    async aDevice(admin = owner, given) {
      const sessionId = given ?? (await aSession(admin));
      const browser = aBrowser(`${pushService.url}/send/${randomUUID()}`);
      const added = await addPushDevice(services, admin, browser.form, { sessionId, userAgent: null });
      if (!added.ok) throw new Error(added.code);
      return { ...browser, id: added.value, sessionId };
    },
    async pushAll() {
      const before = pushService.received.length;
      for (const { payload } of await takeJobs()) await runPushJob(services, payload);
      return pushService.received.slice(before);
    },
    devices: async () => (await sql<{ id: string }>("select id from push_devices order by created_at, id")).map(({ id }) => id),
    async beginAnew() {
      await sql("delete from push_devices");
      await sql("delete from sessions");
      await takeJobs();
      pushService.received.length = 0;
      pushService.answerWith({ status: 201 });
      shop.setNow();
    },
    close: () => Promise.all([shop.close(), pushService.close()]),
  };
}
