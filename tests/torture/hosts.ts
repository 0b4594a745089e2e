import { spawnSync } from "node:child_process";
import { type Machines, withMachines } from "./several-machines.ts";

/** A host with a network of its own, within this machine. */
export type Host = {
  /** The words that let a command run on it. */
  through: string[];
  /** Its address, and that of this machine as it sees it. */
  address: string;
  gateway: string;
  /** Takes its cable out, so that nobody is told, and puts it in again. */
  cut(): void;
  mend(): void;
};

/** Why there can be no such hosts here; empty where there can. */
export const noHosts = whyNot();

function whyNot(): string {
  if (process.getuid?.() !== 0) return " (skipped: only root can make them)";
  const name = `trackside-${process.pid}-try`;
  const made = spawnSync("ip", ["netns", "add", name], { encoding: "utf8" });
  if (made.error) return " (skipped: there is no ip, on Debian: apt-get install iproute2)";
  spawnSync("ip", ["netns", "delete", name]);
  return made.status === 0 ? "" : ` (skipped: the machine does not let it be: ${made.stderr.trim()})`;
}

/** Like `withMachines`, each of them on a host of its own. */
export async function withHosts<T>(howMany: number, work: (machines: Machines) => Promise<T>): Promise<T> {
  const names = Array.from({ length: howMany }, (_, n) => `trackside-${process.pid}-${n}`);
  try {
    return await withMachines(howMany, work, names.map(aHost));
  } finally {
    // Its cable goes with it.
    for (const name of names) spawnSync("ip", ["netns", "delete", name]);
  }
}

function aHost(name: string, n: number): Host {
  const [address, gateway, cable] = [`10.77.${n}.2`, `10.77.${n}.1`, `tsh${n}`];
  const inside = ["ip", "netns", "exec", name];
  ip("netns", "add", name);
  ip("link", "add", cable, "type", "veth", "peer", "name", "eth0", "netns", name);
  ip("address", "add", `${gateway}/24`, "dev", cable);
  ip("link", "set", cable, "up");
  ip("-n", name, "address", "add", `${address}/24`, "dev", "eth0");
  for (const device of ["lo", "eth0"]) ip("-n", name, "link", "set", device, "up");
  return { through: inside, address, gateway, cut: () => ip("link", "set", cable, "down"), mend: () => ip("link", "set", cable, "up") };
}

function ip(...words: string[]): void {
  const { status, stderr } = spawnSync("ip", words, { encoding: "utf8" });
  if (status !== 0) throw new Error(`ip ${words.join(" ")}: ${stderr}`);
}
