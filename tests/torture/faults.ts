import { chmod, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Client } from "pg";
import { AlreadyRunning, type Embedded, openEmbedded } from "#platform/database/embedded.server.ts";
import { type MailServer, openMailServer } from "../support/mail-server.ts";
import { freePort, type RunningShop, startShop } from "../support/running-shop.ts";
import { shopCommand, verify } from "./aftermath.ts";
import { databasePid, freshIds } from "./crash.ts";
import { freezeWhileItHolds, freezing, withChildren } from "./frozen.ts";
import { asOwner } from "./owners-calls.ts";
import { aPicture } from "./picture.ts";
import { openSmallDisk } from "./small-disk.ts";
import { post, startStorm } from "./storm.ts";
import { type Suffered, underFault } from "./under-fault.ts";

/** A silent database is found out, with what was begun before. */
const FOUND_OUT_MS = 15_000;
/** A frozen process answers nobody before it goes on. */
const AFTERWARDS_MS = 15_000;
const SECRET = "one secret that all processes share";

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

/** The disk of the whole shop is full: PostgreSQL cannot write its log any more, ends, and cannot start. */
export async function diskFull(holdMs: number): Promise<Suffered> {
  const disk = await openSmallDisk(400);
  try {
    return await withShop({ DATA_DIR: join(disk.folder, "data") }, (shop, environment) =>
      underFault(
        { shop, environment },
        {
          async begin() {
            await disk.fill();
            await useUpTheLog(environment.DATA_DIR ?? "");
          },
          end: disk.clear,
        },
        holdMs,
        FOUND_OUT_MS,
      ),
    );
  } finally {
    await disk.close();
  }
}

/** The disk of the pictures is full, and that of the database is not: orders without a picture go on. */
export function pictureDiskFull(holdMs: number): Promise<Suffered> {
  return withDatabase(async (_, environment) => {
    const disk = await openSmallDisk(8);
    try {
      return await withShop({ ...environment, DATA_DIR: join(disk.folder, "data") }, async (shop, found) => {
        const picture = await aPicture();
        const upload = (productId: string) =>
          post(`${shop.address}/api/orders`, {
            ...giftCard(productId),
            paymentProof: `data:image/png;base64,${picture.toString("base64")}`,
          });
        const suffered = await underFault(
          { shop, environment: found },
          {
            begin: disk.fill,
            end: disk.clear,
            async meanwhile(_owner, productId) {
              const { status, body } = await upload(productId);
              const faults = status === 503 ? [] : [`a picture on a full disk was answered ${status} ${JSON.stringify(body)}`];
              const plain = await post(`${shop.address}/api/orders`, { productId, quantity: 1, paymentMethod: "request" });
              if (plain.status !== 201) faults.push(`an order without a picture was answered ${plain.status}`);
              const backup = shopCommand(
                { ...found, BACKUP_PASSPHRASE: "a passphrase of the test" },
                "backup",
                join(disk.folder, "full.backup"),
              );
              if (!backup.stderr.includes("the disk is full")) faults.push(`backup said ${backup.stdout}${backup.stderr}`);
              return faults;
            },
          },
          holdMs,
          FOUND_OUT_MS,
        );
        const productId = await (await asOwner(shop)).putOnSale("Account after it", freshIds(1));
        const { status } = await upload(productId);
        return status === 201 ? suffered : { ...suffered, faults: [...suffered.faults, `a picture afterwards was answered ${status}`] };
      });
    } finally {
      await disk.close();
    }
  });
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

/** The environment of a shop that sends letters to this port. */
async function withLetters(port: number): Promise<Record<string, string>> {
  const own = String(await freePort());
  return { SMTP_URL: `smtp://127.0.0.1:${port}`, PORT: own, APP_URL: `http://localhost:${own}` };
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
  const away = suffered.answers.get(503);
  return away ? { ...suffered, faults: [...suffered.faults, `${away} were told to come back`] } : suffered;
}

function giftCard(productId: string) {
  return { productId, quantity: 1, paymentMethod: "amazon", giftCardCode: "ABCD-EFGH-2345" };
}

/** PostgreSQL's log needs a new segment at once, as it would after some time. The database ends with that. */
async function useUpTheLog(dataDir: string): Promise<void> {
  const found = await openEmbedded(dataDir).catch((error: unknown) => error);
  const client = new Client({ connectionString: found instanceof AlreadyRunning ? (found.url ?? "") : "" });
  client.on("error", () => {});
  try {
    await client.connect();
    for (let segment = 0; segment < 20; segment += 1) {
      await client.query("select pg_logical_emit_message(false, 'used', 'up')");
      await client.query("select pg_switch_wal()");
    }
  } catch {
    // It ended.
  } finally {
    client.connection?.stream.destroy();
  }
}

type Operators = { url(): string; close(): Promise<void>; reopen(): Promise<void> };

/** A PostgreSQL of the operator's own, and the environment of a shop that uses it. */
async function withDatabase<T>(work: (database: Operators, environment: Record<string, string>) => Promise<T>): Promise<T> {
  const folder = await aFolder("trackside-own-");
  let postgres: Embedded = await openEmbedded(folder);
  try {
    return await work(
      {
        url: () => postgres.url,
        close: () => postgres.close(),
        async reopen() {
          postgres = await openEmbedded(folder);
        },
      },
      { DATABASE_URL: postgres.url, SECRET },
    );
  } finally {
    await postgres.close();
    await rm(folder, { recursive: true, force: true });
  }
}

/** A running shop, and the environment by which its commands find it. */
async function withShop<T>(
  environment: Record<string, string>,
  work: (shop: RunningShop, environment: Record<string, string>) => Promise<T>,
): Promise<T> {
  const dataDir = environment.DATA_DIR ?? (await aFolder("trackside-fault-"));
  const found = { ...environment, DATA_DIR: dataDir };
  const shop = await startShop(found);
  try {
    return await work(shop, found);
  } finally {
    await shop.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
}

async function aFolder(name: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), name));
  await chmod(folder, 0o711);
  return folder;
}
