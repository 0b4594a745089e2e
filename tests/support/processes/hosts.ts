import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { networkInterfaces } from "node:os";
import type { Place } from "./running-shop.ts";

/** How a way is lost: nothing that is sent arrives and nobody is told, as behind a router; or the machine's own card is down, and it knows of no way. */
export type Loss = "swallowed" | "unplugged";

/** A host: a network namespace of its own, with one card for its visitors and one for the database. */
export type Host = Place & {
  /** Takes its way to the database; visitors reach it as before. */
  cut(how?: Loss): void;
  mend(): void;
  close(): Promise<void>;
};

/** What stands in both networks, and is where this process is. */
export const near = { visitors: "10.83.1.1", database: "10.83.2.1", network: "10.83.2.0/24" };
const networks = { visitors: "02:83:00:00:01:01", database: "02:83:00:00:02:01" };
type Network = keyof typeof networks;

/** Words before a command that give it a network of its own, of which nothing is left when the last of its processes has ended. */
export const apart = ["unshare", "--net"];

/** Why this machine cannot have such hosts; empty where it can. */
export const noHosts = whyNot();

/** Lays both networks where this process is, which has to be `apart`. */
export function layNetworks(): void {
  if (Object.keys(networkInterfaces()).length > 0) throw new Error("this would be laid in the machine's own network");
  ip("link set lo up");
  for (const network of Object.keys(networks) as Network[]) {
    ip(`link add ${network} address ${networks[network]} type bridge`);
    ip(`address add ${near[network]}/24 dev ${network}`);
    ip(`link set ${network} up`);
  }
}

/** Opens the host of this number, from 1 on. */
export async function openHost(number: number): Promise<Host> {
  // It is there as long as somebody is in it.
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
  // Behind a router, nobody says that there is nobody.
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
