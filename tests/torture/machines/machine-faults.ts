import { setTimeout as wait } from "node:timers/promises";
import { sendSignal } from "#tests/support/processes/processes.ts";
import type { RunningShop } from "#tests/support/processes/running-shop.ts";
import { lostOrders, verifyMeanwhile } from "../aftermath.ts";
import { idsFor } from "../crash.ts";
import { asOwner } from "../owners-calls.ts";
import { post, startStorm } from "../storm.ts";
import { comesTrue, emailsNotOnce } from "./one-shop.ts";
import type { Machines } from "./several-machines.ts";

/** A fault of one of several machines. */
export type MachineFault = "cut off from the database" | "frozen" | "stopped";

/**
 * The result: acknowledged orders, how many of them were placed during the fault, answers by
 * status, and the faults; there must be none.
 */
export type Outlived = { acknowledged: number; meanwhile: number; answers: Map<number, number>; faults: string[] };

const HEALED_WITHIN_MS = 60_000;
/** Whoever waits for something that a frozen machine holds is answered after 15 s at most. */
const SERVED_WITHIN_MS = 40_000;
const EMAILS = 4;

/**
 * Makes one machine fail for `holdMs` under a storm of orders through the balancer. Meanwhile the
 * other machines must serve the buyers.
 */
export async function outlive(machines: Machines, what: MachineFault, holdMs: number): Promise<Outlived> {
  const { shops, whole, cables, mail, environment } = machines;
  const [victim, cable] = [shops.at(-1), cables.at(-1)];
  if (!victim || !cable) throw new Error("there is no machine");
  const owner = await asOwner(whole);
  // The owner's emails, one for each order, would delay the buyers'.
  await owner.wantNoEmails();
  const productId = await owner.putOnSale("Stormy account", idsFor(holdMs));
  const storm = startStorm(whole, owner, [productId], 4);
  const faults: string[] = [];
  const served = async (more: number) => {
    const until = storm.acknowledged.length + more;
    if (!(await comesTrue(async () => storm.acknowledged.length >= until, SERVED_WITHIN_MS)))
      faults.push(`buyers were not served: ${what}`);
  };
  await served(3);

  const before = storm.acknowledged.length;
  await begin(what, victim, cable);
  const emails = what !== "frozen" && what !== "stopped" ? [] : Array.from({ length: EMAILS }, (_, n) => `${what}-${n}@example.com`);
  const [written] = await Promise.all([Promise.all(emails.map((email) => ordered(whole, productId, email))), wait(holdMs), served(10)]);
  const meanwhile = storm.acknowledged.length - before;
  if (what === "frozen") sendSignal(victim.pid, "SIGCONT");
  if (what === "cut off from the database") cable.mend();
  if (what !== "stopped") {
    const isBack = () =>
      fetch(`${victim.address}/readyz`)
        .then(({ ok }) => ok)
        .catch(() => false);
    if (!(await comesTrue(isBack, HEALED_WITHIN_MS))) faults.push(`it did not heal by itself: ${what}`);
  }
  await served(3);
  await storm.stop();

  // A stopped machine exits in order, so nobody may notice. Requests to a frozen or cut-off machine
  // wait, or are answered 503.
  const refused = [...storm.answers].filter(([status]) => ![200, 201, 409, ...(what === "stopped" ? [] : [0, 503])].includes(status));
  faults.push(...refused.map(([status, count]) => `${count} × ${status}: ${what}`));
  faults.push(...(await lostOrders(await asOwner(whole), storm.acknowledged)), ...(await verifyMeanwhile(environment)));
  faults.push(
    ...(await emailsNotOnce(
      mail,
      written.filter((email) => email !== ""),
    )),
  );
  return { acknowledged: storm.acknowledged.length, meanwhile, answers: storm.answers, faults };
}

async function begin(what: MachineFault, victim: RunningShop, cable: Machines["cables"][number]): Promise<void> {
  if (what === "frozen") sendSignal(victim.pid, "SIGSTOP");
  else if (what === "stopped") await victim.stop();
  else cable.cut();
}

/** Places an order with an email address, and returns that address if the order was accepted. */
async function ordered({ address }: Pick<RunningShop, "address">, productId: string, email: string): Promise<string> {
  const { status } = await post(`${address}/api/orders`, { productId, quantity: 1, paymentMethod: "request", email });
  return status === 201 ? email : "";
}
