import { type MailServer, openMailServer } from "../support/mail-server.ts";
import { freePort } from "../support/running-shop.ts";
import { verify } from "./aftermath.ts";
import { databasePid, freshIds } from "./crash.ts";
import { FOUND_OUT_MS, withDatabase, withLetters, withShop } from "./fault-shops.ts";
import { freezeWhileItHolds, freezing, withChildren } from "./frozen.ts";
import { asOwner } from "./owners-calls.ts";
import { post, startStorm } from "./storm.ts";
import { type Suffered, underFault, unnoticed } from "./under-fault.ts";

/** A frozen process answers nobody before it goes on. */
const AFTERWARDS_MS = 15_000;

/** Every process of the built-in PostgreSQL is frozen: its connections stay open and say nothing. Letters wait, and come when it goes on. */
export async function databaseFrozen(holdMs: number): Promise<Suffered> {
  const mail = await openMailServer();
  try {
    return await withShop(await withLetters(Number(new URL(mail.url).port)), (shop, environment) =>
      underFault(
        { shop, environment, mail: () => mail },
        freezing(async () => withChildren(await databasePid(environment.DATA_DIR ?? ""))),
        holdMs,
        FOUND_OUT_MS,
      ),
    );
  } finally {
    await mail.close();
  }
}

/** The shop's own process is frozen, while its database and its visitors go on. */
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

/** The operator's own PostgreSQL is stopped, and started again later. */
export function databaseStopped(holdMs: number): Promise<Suffered> {
  return withDatabase(({ reopen, close }, environment) =>
    withShop(environment, (shop, found) => underFault({ shop, environment: found }, { begin: close, end: reopen }, holdMs, FOUND_OUT_MS)),
  );
}

/** What came of two processes on one database, of which one is frozen while it holds a product's row: how long the other's order took (ms). */
export type Held = { orderedAfter: number; faults: string[] };

/** One of two processes is frozen while it holds a product's row: the other sells it all the same, and afterwards both do. */
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
        process.kill(one.pid, "SIGCONT");
        await storm.stop();
        const again = await post(`${one.address}/api/orders`, order);
        if (again.status !== 201) faults.push(`the process that was frozen answers ${again.status}`);
        return { orderedAfter, faults: [...faults, ...verify(found)] };
      }),
    ),
  );
}

/** The mail server is away for longer than a letter waits before its second try. Nobody notices but by the letters that come late: each comes, once. */
export async function mailAway(holdMs: number): Promise<Suffered> {
  const port = await freePort();
  const back: MailServer[] = [];
  const mail = () => back[0] ?? { received: [] };
  try {
    return await withShop(await withLetters(port), (shop, environment) =>
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

/** The clock of the shop's process is set back by an hour. Nobody may notice: no answer is other than before. */
export async function clockSetBack(holdMs: number): Promise<Suffered> {
  const suffered = await withShop({ NODE_OPTIONS: `--import=${clock}` }, (shop, environment) => {
    const found = { ...environment, NODE_OPTIONS: "" };
    return underFault(
      { shop, environment: found },
      {
        begin: async () => void process.kill(shop.pid, "SIGUSR2"),
        end: async () => {},
        async meanwhile(owner, productId) {
          // The owner's session began an hour later than it is now.
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
