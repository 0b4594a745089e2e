import { widerNetworks } from "../rate-limit/network.ts";

/**
 * The lane of a queue in which something waits; lanes are served round robin. A limited lane, such
 * as a network's, has few jobs waiting and a budget of time. `isFirst` lanes come before others,
 * but not all the time. `wider` are the IPv6 networks around it.
 */
export type QueueLane = { name: string; isLimited: boolean; isFirst?: boolean; wider?: readonly WiderLane[] };

/** Everything in a wider network, which one party may own: it gets as much as a few `networks`. */
type WiderLane = { name: string; networks: number };

/** A /56 counts as this many networks, and a /48, which may also belong to the phones of a town. */
const NETWORKS_OF_56 = 2;
const NETWORKS_OF_48 = 4;

/** The lane of what comes from one network (`networkOf`). */
export function queueLaneOfNetwork(network: string): QueueLane {
  const around = widerNetworks(network);
  const wider = around && [
    { name: around.of56, networks: NETWORKS_OF_56 },
    { name: around.of48, networks: NETWORKS_OF_48 },
  ];
  return { name: `network ${network}`, isLimited: true, ...(wider && { wider }) };
}

/** The lane of what the shop itself or its admins do. */
export function ownQueueLane(name: string): QueueLane {
  return { name, isLimited: false };
}
