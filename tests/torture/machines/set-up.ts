import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { cookiesOf } from "#tests/support/processes/cookie-from.ts";
import { comesTrue } from "./one-shop.ts";
import { type Machines, withMachines } from "./several-machines.ts";

const TIMES_EACH = 2;
const BACKED_UP_WITHIN_MS = 60_000;

/** Starts the machines of a new shop, of which the first makes backups; returns the faults. */
export async function setUpByMachines(howMany: number): Promise<string[]> {
  const folder = await mkdtemp(join(tmpdir(), "trackside-backups-"));
  try {
    const shared = { ADMIN_EMAIL: "", ADMIN_PASSWORD: "" };
    return await withMachines(howMany, setUpAnywhere, { shared, first: { BACKUP_DIR: folder } });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/**
 * Checks that what one machine knows of a new shop, every machine knows: the links to become its
 * admin, its first texts, and the state of its backups. The shop must have no admin yet, and only
 * the first machine a folder for backups.
 */
async function setUpAnywhere({ shops, whole }: Machines): Promise<string[]> {
  const faults: string[] = [];
  const links = await Promise.all(shops.map(async (shop) => (await shop.says(/\/setup\/[\w-]+/))[0]));
  const everywhere = [...shops.map(({ address }) => address), ...Array.from({ length: shops.length * TIMES_EACH }, () => whole.address)];
  const statusesOf = async (link: string) => {
    const found: number[] = [];
    for (const address of everywhere) found.push((await fetch(address + link)).status);
    return found;
  };
  for (const link of links) {
    const statuses = await statusesOf(link);
    if (statuses.some((status) => status !== 200)) faults.push(`a link to become the admin answered ${statuses.join(", ")}`);
  }
  for (const { address } of shops) {
    const page = await (await fetch(address, { headers: { "accept-language": "hi", "user-agent": "Mozilla/5.0" } })).text();
    if (!/<html[^>]* lang="hi-IN"/.test(page) || !/<meta name="description" content="[^"]*\p{Script=Devanagari}/u.test(page))
      faults.push("a machine has no Hindi description of a new shop");
  }

  const [link = ""] = links;
  const body = new URLSearchParams({ ...whole.admin, passwordAgain: whole.admin.password });
  const headers = { origin: whole.origin };
  const made = await fetch(whole.address + link, { method: "POST", body, headers, redirect: "manual" });
  if (made.status !== 303) faults.push(`the first admin was answered ${made.status}`);
  for (const used of links) {
    const statuses = await statusesOf(used);
    if (statuses.some((status) => status !== 404)) faults.push(`a link still answered ${statuses.join(", ")} with an admin there`);
  }

  const cookie = cookiesOf(made.headers);
  const said = () => Promise.all(shops.map(({ address }) => backupsOn(address, cookie)));
  const isTheSame = async () => {
    const [one, ...others] = await said();
    return one?.includes("Last backup") === true && others.every((other) => other === one);
  };
  if (!(await comesTrue(isTheSame, BACKED_UP_WITHIN_MS))) faults.push(`the machines say of the backups: ${(await said()).join(" | ")}`);
  return faults;
}

/** What a machine's pages say of the automatic backups. */
async function backupsOn(address: string, cookie: string): Promise<string> {
  const page = await (await fetch(`${address}/admin/settings/data`, { headers: { cookie } })).text();
  const sheet = /<h2[^>]*>Backups<\/h2>(.*?)<\/section>/s.exec(page)?.[1] ?? `no such sheet (${page.length})`;
  return sheet.replace(/<[^>]*>/g, "").trim();
}
