import { openBalancer } from "../support/balancer.ts";
import { type Cable, layCable } from "../support/cable.ts";
import { type MailServer, openMailServer } from "../support/mail-server.ts";
import { freePort, type RunningShop, startShop } from "../support/running-shop.ts";
import { openS3Server, type S3Server } from "../support/s3-server.ts";
import { withDatabase } from "./fault-shops.ts";

/** A shop that several server processes serve behind a balancer, with one database, one file storage and one mail server. */
export type Machines = {
  /** Each of them, by its own address; all of them call themselves by that of the balancer. */
  shops: RunningShop[];
  /** The whole shop, as buyers see it. */
  whole: Pick<RunningShop, "address" | "origin" | "admin">;
  /** How each of them reaches the database. */
  cables: Cable[];
  mail: MailServer;
  storage: S3Server;
  /** By which a command finds the shop. */
  environment: Record<string, string>;
};

/**
 * Starts so many server processes, lets something be done with them, and takes all away.
 */
export function withMachines<T>(howMany: number, work: (machines: Machines) => Promise<T>): Promise<T> {
  return withDatabase(async ({ url }, environment) => {
    const open: (() => Promise<unknown>)[] = [];
    try {
      const [mail, storage] = await Promise.all([openMailServer(), openS3Server()]);
      open.push(mail.close, storage.close);
      const cables = await Promise.all(Array.from({ length: howMany }, () => layCable(url())));
      open.push(...cables.map(({ close }) => close));
      const ports = await Promise.all(cables.map(freePort));
      const balancer = await openBalancer(ports.map((port) => `http://127.0.0.1:${port}`));
      open.push(balancer.close);
      const { endpoint, region, bucket, accessKeyId, secretAccessKey } = storage.config;
      const beside = {
        SMTP_URL: mail.url,
        ...{
          S3_ENDPOINT: endpoint,
          S3_REGION: region,
          S3_BUCKET: bucket,
          S3_ACCESS_KEY_ID: accessKeyId,
          S3_SECRET_ACCESS_KEY: secretAccessKey,
        },
      };
      const shared = { ...environment, APP_URL: balancer.address, TRUST_PROXY: "1", ...beside };
      const shops: RunningShop[] = [];
      for (const [n, { url: DATABASE_URL }] of cables.entries()) {
        const shop = await startShop({ ...shared, DATABASE_URL, PORT: String(ports[n]) });
        open.push(async () => isRunning(shop.pid) && shop.stop());
        shops.push(shop);
      }
      const [first] = shops;
      if (first === undefined) throw new Error("no machine was wanted");
      const whole = { address: balancer.address, origin: balancer.address, admin: first.admin };
      return await work({ shops, whole, cables, mail, storage, environment: { ...shared, DATA_DIR: first.dataDir } });
    } finally {
      for (const close of open.reverse()) await close();
    }
  });
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
