import { openBalancer } from "../support/balancer.ts";
import { layCable } from "../support/cable.ts";
import type { Loss } from "../support/hosts.ts";
import { type MailServer, openMailServer } from "../support/mail-server.ts";
import { freePort, type Place, type RunningShop, startShop } from "../support/running-shop.ts";
import { openS3Server, type S3Server, storageEnvironment } from "../support/s3-server.ts";
import { withDatabase } from "./fault-shops.ts";

/** A shop that several server processes serve behind a balancer, with one database, one file storage and one mail server. */
export type Machines = {
  /** Each of them, by its own address; all of them call themselves by that of the balancer. */
  shops: RunningShop[];
  /** The whole shop, as buyers see it. */
  whole: Pick<RunningShop, "address" | "origin" | "admin">;
  /** How each of them reaches the database. */
  cables: { cut(how?: Loss): void; mend(): void }[];
  mail: MailServer;
  storage: S3Server;
  /** By which a command finds the shop. */
  environment: Record<string, string>;
};

/** Where a machine's process runs, and its own way to the database. */
export type Site = { place?: Place; databaseUrl: string; cable: Machines["cables"][number]; environment: Record<string, string> };

/** Starts so many server processes, lets something be done with them, and takes all away. */
export function withMachines<T>(howMany: number, work: (machines: Machines) => Promise<T>): Promise<T> {
  return withDatabase(async ({ url }, environment) => {
    const cables = await Promise.all(Array.from({ length: howMany }, () => layCable(url())));
    try {
      const sites = cables.map(async (cable) => ({
        databaseUrl: cable.url,
        cable,
        environment: { PORT: String(await freePort()) },
      }));
      return await withSites(await Promise.all(sites), environment, "127.0.0.1", work);
    } finally {
      for (const cable of cables) await cable.close();
    }
  });
}

/** Starts a server process in each of these places; their storage and their mail server are reached at `near`. */
export async function withSites<T>(
  sites: Site[],
  environment: Record<string, string>,
  near: string,
  work: (machines: Machines) => Promise<T>,
): Promise<T> {
  const open: (() => Promise<unknown>)[] = [];
  try {
    const [mail, storage] = await Promise.all([openMailServer({ near }), openS3Server(near)]);
    open.push(mail.close, storage.close);
    const servers = sites.map(({ place, environment: { PORT } }) => `http://${place?.hostname ?? "127.0.0.1"}:${PORT}`);
    const balancer = await openBalancer(servers);
    open.push(balancer.close);
    const beside = { SMTP_URL: mail.url, ...storageEnvironment(storage.config) };
    const shared = { ...environment, APP_URL: balancer.address, TRUST_PROXY: "1", ...beside };
    const shops: RunningShop[] = [];
    for (const { place, databaseUrl: DATABASE_URL, environment: own } of sites) {
      const shop = await startShop({ ...shared, DATABASE_URL, ...own }, place);
      open.push(async () => isRunning(shop.pid) && shop.stop());
      shops.push(shop);
    }
    const [first] = shops;
    if (first === undefined) throw new Error("no machine was wanted");
    const whole = { address: balancer.address, origin: balancer.address, admin: first.admin };
    const cables = sites.map(({ cable }) => cable);
    return await work({ shops, whole, cables, mail, storage, environment: { ...shared, DATA_DIR: first.dataDir } });
  } finally {
    for (const close of open.reverse()) await close();
  }
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
