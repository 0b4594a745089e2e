import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { networkInterfaces } from "node:os";
import type { Place } from "./running-shop.ts";

/**
 * How a host loses its connection: `swallowed` drops packets silently, as behind a router;
 * `unplugged` takes the network card down, so there is no route.
 */
export type Loss = "swallowed" | "unplugged";

/** A simulated host: a network namespace with one card for visitors and one for the database. */
export type Host = Place & {
  /** Cuts its connection to the database; visitors still reach it. */
  cut(how?: Loss): void;
  mend(): void;
  close(): Promise<void>;
};

/** The addresses of this process in both networks. */
export const near = { visitors: "10.83.1.1", database: "10.83.2.1", network: "10.83.2.0/24" };
const networks = { visitors: "02:83:00:00:01:01", database: "02:83:00:00:02:01" };
type Network = keyof typeof networks;

/**
 * The command prefix that gives a process its own network, which disappears with the last process
 * in it.
 */
export const apart = ["unshare", "--net"];

/** Why this machine cannot simulate hosts; empty if it can. */
export const noHosts = whyNot();

/** Creates both networks for this process, which must run `apart`. */
export function layNetworks(): void {
  if (Object.keys(networkInterfaces()).length > 0) throw new Error("this would be laid in the machine's own network");
  ip("link set lo up");
  for (const network of Object.keys(networks) as Network[]) {
    ip(`link add ${network} address ${networks[network]} type bridge`);
    ip(`address add ${near[network]}/24 dev ${network}`);
    ip(`link set ${network} up`);
  }
}

/** Opens the host with this number, counted from 1. */
export async function openHost(number: number): Promise<Host> {
  // The namespace exists as long as a process is in it.
  const holder = spawn("unshare", ["--net", "sh", "-c", "echo in; exec cat"], { stdio: ["pipe", "pipe", "inherit"] });
  const ended = once(holder, "exit");
  await once(holder.stdout, "data");
  const enter = ["nsenter", `--net=/proc/${holder.pid}/ns/net`];
  const inside = (words: string) => run([...enter, "ip", ...words.split(" ")]);
  const address = (network: Network) => near[network].replace(/\d+$/, String(10 + number));
  const cable = (network: Network) => `${network}${number}`;

  inside("link set lo up");
  for (const network of Object.keys(networks) as Network[]) {
    ip(`link add ${cable(network)} type veth peer name ${network} netns ${holder.pid}`);
    ip(`link set ${cable(network)} master ${network} up`);
    inside(`address add ${address(network)}/24 dev ${network}`);
    inside(`link set ${network} up`);
  }
  // A fixed neighbour entry, so that unreachable hosts give no error, as behind a router.
  const knowTheWay = () => inside(`neighbour replace ${near.database} lladdr ${networks.database} dev database nud permanent`);
  knowTheWay();

  return {
    enter,
    hostname: address("visitors"),
    cut(how = "swallowed") {
      if (how === "swallowed") ip(`link set ${cable("database")} nomaster`);
      else inside("link set database down");
    },
    mend() {
      inside("link set database up");
      ip(`link set ${cable("database")} master database`);
      knowTheWay();
    },
    close: () => leave(holder, ended),
  };
}

async function leave(holder: ChildProcess, ended: Promise<unknown>): Promise<void> {
  holder.stdin?.end();
  await ended;
}

function ip(words: string): void {
  run(["ip", ...words.split(" ")]);
}

function run([command = "", ...words]: string[]): void {
  const { status, stderr } = spawnSync(command, words, { encoding: "utf8" });
  if (status !== 0) throw new Error(`${[command, ...words].join(" ")}: ${stderr}`);
}

function whyNot(): string {
  if (process.platform !== "linux" || process.getuid?.() !== 0) return " (skipped: only root on Linux can make network namespaces)";
  const [command = "", ...words] = [
    ...apart,
    "sh",
    "-c",
    "ip link add one type bridge && ip link add two type veth && unshare --net nsenter --version",
  ];
  const { status } = spawnSync(command, words);
  return status === 0 ? "" : " (skipped: this machine makes no network namespaces, or has no unshare, nsenter or ip)";
}
