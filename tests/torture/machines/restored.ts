import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { commandMeanwhile, verifyMeanwhile } from "../aftermath.ts";
import { freshIds } from "../crash.ts";
import { asOwner } from "../owners-calls.ts";
import { post } from "../storm.ts";
import { type Machines, withMachines } from "./several-machines.ts";

/** How many IDs are sold before and after the backup, and how many are left. */
const BEFORE = 3;
const AFTER = 12;
const LEFT = 15;
const LATE = 4;
const PASSPHRASE = "a passphrase for the torture";

/**
 * Loses all machines and the database after a backup, restores that into an empty database with new
 * machines on it, and lets buyers come through the balancer. No ID that went out may be sold again,
 * and the rest must be sold once the owner has settled the restore on any machine.
 */
export async function loseEverything(howMany: number): Promise<{ faults: string[]; goneOut: number; soldAgain: number }> {
  const folder = await mkdtemp(join(tmpdir(), "trackside-lost-"));
  const file = join(folder, "it.backup");
  try {
    const { productId, ids, lateIds, goneOut } = await withMachines(howMany, (machines) => sellBeforeAndAfter(machines, file));
    const faults: string[] = [];
    const soldAgain = await withMachines(
      howMany,
      async (machines) => {
        const gone = new Set(goneOut);
        await refuseAll(machines, { productId, lateIds }, faults);
        await settle(machines, { productId, gone: goneOut }, faults);
        const sold = await sellAll(machines, productId);
        const again = sold.filter((id) => gone.has(id));
        faults.push(...again.map((id) => `${id} went out twice`));
        const free = [...ids, ...lateIds].filter((id) => !gone.has(id));
        if (sold.length !== free.length) faults.push(`${sold.length} of ${free.length} IDs were sold after the settlement`);
        if (new Set(sold).size !== sold.length) faults.push("an ID was sold twice after the settlement");
        faults.push(...(await verifyMeanwhile(machines.environment)));
        return again.length;
      },
      {
        async before(environment) {
          const places = { ...environment, DATA_DIR: join(folder, "new"), BACKUP_PASSPHRASE: PASSPHRASE };
          const { status, said } = await commandMeanwhile(places, "restore", file);
          if (status !== 0 || !said.includes("/admin/restored")) faults.push(`the restore ended with ${status} and said: ${said}`);
        },
      },
    );
    return { faults, goneOut: goneOut.length, soldAgain };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

type Sold = { productId: string; ids: string[]; lateIds: string[]; goneOut: string[] };

/** Sells some IDs, backs up, and sells more, also ones that came in after the backup. */
async function sellBeforeAndAfter({ whole, environment }: Machines, file: string): Promise<Sold> {
  const owner = await asOwner(whole);
  const [ids, lateIds] = [freshIds(BEFORE + AFTER + LEFT), freshIds(LATE)];
  const productId = await owner.putOnSale("Account of a restore", ids);
  for (let n = 0; n < BEFORE; n += 1) await sellOne(whole, productId);
  const { status, said } = await commandMeanwhile({ ...environment, BACKUP_PASSPHRASE: PASSPHRASE }, "backup", file);
  if (status !== 0) throw new Error(`there is no backup: ${said}`);
  const sold: string[] = [];
  for (let n = 0; n < AFTER; n += 1) sold.push(...(await sellOne(whole, productId)));
  await owner.addIds(productId, lateIds);
  return { productId, ids: ids.slice(BEFORE), lateIds, goneOut: sold };
}

/** Every machine must refuse every buyer, also of IDs that are added, and say why to the owner. */
async function refuseAll(
  { shops, whole, environment }: Machines,
  { productId, lateIds }: Pick<Sold, "productId" | "lateIds">,
  faults: string[],
) {
  const owner = await asOwner(whole);
  await owner.addIds(productId, lateIds);
  for (const { address } of [...shops, whole]) {
    const { status } = await order(address, productId);
    if (status === 201) faults.push("a restored shop sold an ID before it was settled");
  }
  for (const shop of shops) {
    const page = await owner.page("/admin/restored", shop.address);
    if (!page.includes(`${AFTER + LEFT + LATE} IDs are held back`)) faults.push("a machine does not say how many IDs are held back");
    if (!(await owner.page("/admin", shop.address)).includes("/admin/restored"))
      faults.push("a machine's first page does not name the restore");
  }
  const named = await verifyMeanwhile(environment);
  if (!named.some((line) => line.includes("not settled"))) faults.push(`verify said of a restored shop: ${named.join(" ")}`);
}

/** The owner pastes what went out on one machine and frees the rest on another. */
async function settle({ shops, whole }: Machines, { productId, gone }: { productId: string; gone: string[] }, faults: string[]) {
  const owner = await asOwner(whole);
  const [one, other = one] = shops;
  const withdrawn = await owner.send("/admin/restored/withdrawal", { productId, ids: gone.join("\n") }, one?.address);
  const settled = await owner.send("/admin/restored/settlement", { missingOrders: String(AFTER) }, other?.address);
  if (withdrawn !== 200 || settled !== 200) faults.push(`the settlement was answered ${withdrawn} and ${settled}`);
}

/** Sells what the shop has, one ID an order, until it refuses; returns the delivered IDs. */
async function sellAll({ whole }: Machines, productId: string): Promise<string[]> {
  const sold: string[] = [];
  for (let ids = await sellOne(whole, productId); ids.length > 0; ids = await sellOne(whole, productId)) sold.push(...ids);
  return sold;
}

/** Places an order, approves it and reads the delivered IDs as its buyer; none if it was refused. */
async function sellOne(whole: Machines["whole"], productId: string): Promise<string[]> {
  const { status, body } = await order(whole.address, productId);
  if (status !== 201) return [];
  const { requestCode, accessKey } = body as { requestCode: string; accessKey: string };
  const { status: approved } = await (await asOwner(whole)).approve(requestCode);
  const read = await fetch(`${whole.address}/api/orders/${requestCode}`, { headers: { "x-access-key": accessKey } });
  const { deliveredIds = [] } = (await read.json()) as { deliveredIds?: string[] };
  if (approved !== 200 || deliveredIds.length !== 1) throw new Error(`${requestCode} was not delivered: ${approved}`);
  return deliveredIds;
}

function order(address: string, productId: string) {
  return post(`${address}/api/orders`, { productId, quantity: 1, paymentMethod: "request" });
}
