import { databasePid, sendSignal } from "#tests/support/processes/processes.ts";
import { freePort } from "#tests/support/processes/running-shop.ts";
import { type MailServer, openMailServer } from "#tests/support/servers/mail-server.ts";
import { verify } from "../aftermath.ts";
import { freshIds } from "../crash.ts";
import { asOwner } from "../owners-calls.ts";
import { post, startStorm } from "../storm.ts";
import { FOUND_OUT_MS, withDatabase, withEmails, withShop } from "./fault-shops.ts";
import { freezeWhileItHolds, freezing, withChildren } from "./frozen.ts";
import { type Suffered, underFault, unnoticed } from "./under-fault.ts";

/** An unresponsive database must be detected within this time. */
const SILENCE_FOUND_OUT_MS = 10_000;
/** A frozen process answers nobody until it continues. */
const AFTERWARDS_MS = 15_000;

/**
 * Freezes every process of the built-in PostgreSQL: its connections stay open but unresponsive.
 * Emails wait, and are sent when it continues.
 */
export async function databaseFrozen(holdMs: number): Promise<Suffered> {
  const mail = await openMailServer();
  try {
    return await withShop(await withEmails(Number(new URL(mail.url).port)), (shop, environment) =>
      underFault(
        { shop, environment, mail: () => mail },
        freezing(async () => withChildren(await databasePid(environment.DATA_DIR ?? ""))),
        holdMs,
        SILENCE_FOUND_OUT_MS,
      ),
    );
  } finally {
    await mail.close();
  }
}

/** Freezes the shop's own process while its database and visitors continue. */
export function serverFrozen(holdMs: number): Promise<Suffered> {
  return withShop({}, (shop, environment) =>
    underFault(
      { shop, environment },
      freezing(async () => [shop.pid]),
      holdMs,
      holdMs + AFTERWARDS_MS,
    ),
  );
}

/** Stops the operator's PostgreSQL and starts it again later. */
export function databaseStopped(holdMs: number): Promise<Suffered> {
  return withDatabase(({ reopen, close }, environment) =>
    withShop(environment, (shop, found) => underFault({ shop, environment: found }, { begin: close, end: reopen }, holdMs, FOUND_OUT_MS)),
  );
}

/**
 * The result of freezing one of two processes while it holds a product's row: how long the other's
 * order took (ms).
 */
export type Held = { orderedAfter: number; faults: string[] };

/**
 * Freezes one of two processes while it holds a product's row: the other sells it nevertheless, and
 * afterwards both do.
 */
export function holderFrozen(): Promise<Held> {
  return withDatabase(({ url }, environment) =>
    withShop(environment, (one) =>
      withShop(environment, async (other, found) => {
        const owner = await asOwner(one);
        const productId = await owner.putOnSale("Held account", freshIds(5_000));
        const order = { productId, quantity: 1, paymentMethod: "request" };
        const storm = startStorm(one, owner, [productId], 8);
        const faults: string[] = [];
        if (!(await freezeWhileItHolds(one.pid, url()))) faults.push("the process was never caught while it held something");
        const startedAt = performance.now();
        const { status } = await post(`${other.address}/api/orders`, order);
        const orderedAfter = performance.now() - startedAt;
        if (status !== 201) faults.push(`the other process answered ${status}`);
        sendSignal(one.pid, "SIGCONT");
        await storm.stop();
        const again = await post(`${one.address}/api/orders`, order);
        if (again.status !== 201) faults.push(`the process that was frozen answers ${again.status}`);
        return { orderedAfter, faults: [...faults, ...verify(found)] };
      }),
    ),
  );
}

/**
 * The mail server is down for longer than the delay before an email's second attempt. The only
 * effect is that emails arrive late, each once.
 */
export async function mailAway(holdMs: number): Promise<Suffered> {
  const port = await freePort();
  const back: MailServer[] = [];
  const mail = () => back[0] ?? { received: [] };
  try {
    return await withShop(await withEmails(port), (shop, environment) =>
      underFault(
        { shop, environment, mail },
        {
          begin: async () => {},
          async end() {
            back.push(await openMailServer({ port }));
          },
        },
        holdMs,
        FOUND_OUT_MS,
      ),
    );
  } finally {
    for (const server of back) await server.close();
  }
}

const clock = new URL("clock.mjs", import.meta.url).href;

/**
 * Sets the clock of the shop's process back by an hour. No visitor may notice: all answers are as
 * before.
 */
export async function clockSetBack(holdMs: number): Promise<Suffered> {
  const suffered = await withShop({ NODE_OPTIONS: `--import=${clock}` }, (shop, environment) => {
    const found = { ...environment, NODE_OPTIONS: "" };
    return underFault(
      { shop, environment: found },
      {
        begin: async () => void sendSignal(shop.pid, "SIGUSR2"),
        end: async () => {},
        async meanwhile(owner, productId) {
          // The owner's session now began an hour in the future.
          await owner.addIds(productId, freshIds(10));
          return [];
        },
      },
      holdMs,
      FOUND_OUT_MS,
    );
  });
  return unnoticed(suffered);
}
