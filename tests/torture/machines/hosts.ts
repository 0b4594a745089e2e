import { spawn } from "node:child_process";
import { once } from "node:events";
import { chmod, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { apart, type Host, type Loss, layNetworks, near, openHost } from "#tests/support/processes/hosts.ts";
import { withDatabase } from "../faults/fault-shops.ts";
import { type MachineFault, type Outlived, outlive } from "./machine-faults.ts";
import { type Machines, withSites } from "./several-machines.ts";
import { type Severed, sever } from "./severed.ts";

/**
 * How many machines run on simulated hosts, and how long the last one is cut off from the database
 * and then suffers other faults (ms). Work delayed by a cut gets `afterwardsMs` to finish.
 */
export type Plan = { machines: number; cuts: Loss[]; cutMs: number; afterwardsMs: number; outlived: [MachineFault, number][] };

/** The results. */
export type OnHosts = { severed: [Loss, Severed][]; outlived: [MachineFault, Omit<Outlived, "answers">][] };

const PORT = "3000";

/**
 * Makes machines in network namespaces fail. Runs in a process with its own network, so that this
 * machine's network is untouched.
 */
export async function failOnHosts(plan: Plan): Promise<OnHosts> {
  const [command = "", ...words] = [...apart, process.execPath, fileURLToPath(import.meta.url), JSON.stringify(plan)];
  const child = spawn(command, words, { stdio: ["ignore", "pipe", "inherit"] });
  let said = "";
  child.stdout.on("data", (text) => (said += text));
  const [status] = await once(child, "close");
  if (status !== 0) throw new Error(`it ended with ${status} and had said: ${said}`);
  return JSON.parse(said) as OnHosts;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const plan = JSON.parse(process.argv[2] ?? "") as Plan;
  const came = await withHosts(plan.machines, (machines) =>
    fail(machines, plan).catch((cause) => {
      throw new Error(`the machines said:\n${machines.shops.map((shop) => shop.said()).join("\n")}`, { cause });
    }),
  );
  process.stdout.write(JSON.stringify(came));
}

async function fail(machines: Machines, { cuts, cutMs, afterwardsMs, outlived }: Plan): Promise<OnHosts> {
  const came: OnHosts = { severed: [], outlived: [] };
  for (const how of cuts) came.severed.push([how, await sever(machines, how, cutMs, afterwardsMs)]);
  for (const [what, holdMs] of outlived) came.outlived.push([what, await outlive(machines, what, holdMs)]);
  return came;
}

/**
 * Starts a server process on each of these hosts; the database, storage, mail server and balancer
 * are on this process's side.
 */
async function withHosts<T>(howMany: number, work: (machines: Machines) => Promise<T>): Promise<T> {
  layNetworks();
  const folder = await mkdtemp(join(tmpdir(), "trackside-hosts-"));
  await chmod(folder, 0o711);
  const hba = join(folder, "pg_hba.conf");
  await writeFile(hba, `local all all scram-sha-256\nhost all all ${near.network} scram-sha-256\n`, { mode: 0o644 });
  const hosts: Host[] = [];
  try {
    for (let number = 1; number <= howMany; number += 1) hosts.push(await openHost(number));
    const settings = { listen_addresses: near.database, hba_file: hba };
    return await withDatabase(({ url }, environment) => {
      const sites = hosts.map((host) => ({
        place: host,
        cable: host,
        databaseUrl: overNetwork(url()),
        environment: { HOST: "0.0.0.0", PORT },
      }));
      return withSites(sites, environment, near.visitors, work);
    }, settings);
  } finally {
    for (const host of hosts) await host.close();
    await rm(folder, { recursive: true, force: true });
  }
}

function overNetwork(databaseUrl: string): string {
  const url = new URL(databaseUrl);
  url.searchParams.delete("host");
  url.host = `${near.database}:5432`;
  return url.href;
}
