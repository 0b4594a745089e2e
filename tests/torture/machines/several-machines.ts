import { layCable } from "#tests/support/database/cable.ts";
import type { Loss } from "#tests/support/processes/hosts.ts";
import { isAlive } from "#tests/support/processes/processes.ts";
import { freePort, here, type Place, type RunningShop, startShop } from "#tests/support/processes/running-shop.ts";
import { openBalancer } from "#tests/support/servers/balancer.ts";
import { type MailServer, openMailServer } from "#tests/support/servers/mail-server.ts";
import { openS3Server, type S3Server, storageEnvironment } from "#tests/support/servers/s3-server.ts";
import { withDatabase } from "../faults/fault-shops.ts";

/**
 * A shop with several server processes behind a balancer, and one database, file storage and mail
 * server.
 */
export type Machines = {
  /** Each machine at its own address; all use the balancer's address as the shop's. */
  shops: RunningShop[];
  /** The whole shop as buyers see it. */
  whole: Pick<RunningShop, "address" | "origin" | "admin">;
  /** Each machine's connection to the database. */
  cables: { cut(how?: Loss): void; mend(): void }[];
  mail: MailServer;
  storage: S3Server;
  /** The environment with which a command finds the shop. */
  environment: Record<string, string>;
  /** Stops a machine and starts it again, on another version of the program if one is given. */
  update(number: number, program?: string): Promise<RunningShop>;
};

/**
 * What differs from the usual: settings of all machines and of the first one, and what happens to
 * the empty database before they start.
 */
export type Beginning = {
  shared?: Record<string, string>;
  first?: Record<string, string>;
  before?: (environment: Record<string, string>) => Promise<void>;
};

/** Where a machine's process runs, with its own connection to the database. */
export type Site = { place?: Place; databaseUrl: string; cable: Machines["cables"][number]; environment: Record<string, string> };

/** Starts this many server processes, runs some work with them, and stops everything. */
export function withMachines<T>(
  howMany: number,
  work: (machines: Machines) => Promise<T>,
  { shared = {}, first = {}, before }: Beginning = {},
): Promise<T> {
  return withDatabase(async ({ url }, environment) => {
    await before?.(environment);
    const cables = await Promise.all(Array.from({ length: howMany }, () => layCable(url())));
    try {
      const sites = cables.map(async (cable, n) => ({
        databaseUrl: cable.url,
        cable,
        environment: { PORT: String(await freePort()), ...(n === 0 ? first : {}) },
      }));
      return await withSites(await Promise.all(sites), { ...environment, ...shared }, "127.0.0.1", work);
    } finally {
      for (const cable of cables) await cable.close();
    }
  });
}

/**
 * Starts a server process in each of these places; they reach their storage and mail server at
 * `near`.
 */
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
    const start = async ({ place, databaseUrl: DATABASE_URL, environment: own }: Site, program = ".") => {
      const shop = await startShop({ ...shared, DATABASE_URL, ...own }, { ...(place ?? here), program });
      open.push(async () => isAlive(shop.pid) && shop.stop());
      return shop;
    };
    for (const site of sites) shops.push(await start(site));
    const update = async (number: number, program?: string) => {
      const site = sites[number];
      if (site === undefined) throw new Error("there is no such machine");
      await shops[number]?.stop();
      const shop = await start(site, program);
      shops[number] = shop;
      return shop;
    };
    const [first] = shops;
    if (first === undefined) throw new Error("no machine was wanted");
    const whole = { address: balancer.address, origin: balancer.address, admin: first.admin };
    const cables = sites.map(({ cable }) => cable);
    return await work({ shops, whole, cables, mail, storage, update, environment: { ...shared, DATA_DIR: first.dataDir } });
  } finally {
    for (const close of open.reverse()) await close();
  }
}
