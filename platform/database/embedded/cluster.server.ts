import { rm } from "node:fs/promises";
import { join } from "node:path";
import { Client } from "pg";
import type { DatabaseLocation } from "./embedded-location.server.ts";

/** The role that owns the shop's database. */
export const ROLE = "trackside";
const DATABASE = "trackside";
/** The newer cluster while rows are copied: both have their sockets in one folder. */
export const PORT_OF_COPY = 5433;

/** The address of the shop's database on the socket in this folder. */
export function urlOf(role: string, password: string, socketFolder: string, port?: number): string {
  const address = `postgres://${role}:${password.trim()}@localhost/${DATABASE}?host=${encodeURIComponent(socketFolder)}`;
  return port === undefined ? address : `${address}&port=${port}`;
}

/** Creates the shop's database, unless it is there. `url` is its address. */
export async function createDatabase(url: string): Promise<void> {
  const target = new URL(url);
  target.pathname = "/postgres";
  const admin = new Client({ connectionString: target.href });
  admin.on("error", () => {});
  await admin.connect();
  try {
    const { rowCount } = await admin.query("select from pg_database where datname = $1", [DATABASE]);
    if (rowCount === 0) await admin.query(`create database ${DATABASE}`);
  } finally {
    await admin.end();
  }
}

type Home = Pick<DatabaseLocation, "home">;

/** Removes a folder with everything in it, if it is there. */
export const removeFolder = (folder: string) => rm(folder, { recursive: true, force: true });
/** Where a new cluster is made until it is complete. */
export const unfinishedIn = ({ database }: Pick<DatabaseLocation, "database">) => `${database}.unfinished`;
/** The files with the passwords of the owner and of the shop's role. */
export const passwordFile = ({ home }: Home) => join(home, "database-password");
export const shopPasswordFile = ({ home }: Home) => join(home, "database-shop-password");
/** This file exists while the cluster may lack the shop's database. */
export const emptyMarker = ({ home }: Home) => join(home, "database.empty");
