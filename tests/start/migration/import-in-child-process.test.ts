import { join } from "node:path";
import sharp from "sharp";
import { expect, test, vi } from "vitest";
import { type ImportByAdmin, importByAdmin } from "#tests/support/old-shop/import-by-admin.ts";
import { codeOf, writeLargeExport } from "#tests/support/old-shop/large-export.ts";
import { childProcessesOf, isAlive, sendSignal, webProcessesOf } from "#tests/support/processes/processes.ts";
import { aSettledFolder, close, command, isBuilt, needsBuild, openShop } from "../shop-process.ts";

/** Several shops run one after another, with an import of some megabytes. */
vi.setConfig({ testTimeout: 180_000 });

const admin = { email: "owner@shop.example", password: "correct horse battery" };
const environment = { ADMIN_EMAIL: admin.email, ADMIN_PASSWORD: admin.password, SAMPLE_DATA: "off" };
let dataDir: string;
let file: string;

async function lay(): Promise<void> {
  dataDir = await aSettledFolder();
  file = join(dataDir, "..", "export.json");
  await writeLargeExport(file, 2_500_000);
}

async function aPicture(): Promise<string> {
  const picture = join(dataDir, "..", "proof.png");
  await sharp({ create: { width: 60, height: 40, channels: 3, background: "#336699" } }).toFile(picture);
  return picture;
}

async function ownerOf(address: string): Promise<ImportByAdmin> {
  return importByAdmin({ address, admin });
}

/** The child process that runs the import, once it exists. */
async function childOf(owner: number): Promise<{ pid: number; words: string }> {
  return vi.waitUntil(() => childProcessesOf(owner)[0], { timeout: 20_000, interval: 10 });
}

async function shows(owner: ImportByAdmin, words: string): Promise<void> {
  await vi.waitFor(async () => expect(await owner.page()).toContain(words), { timeout: 90_000, interval: 200 });
}

test.skipIf(!isBuilt)(
  `an import from the admin's page is done by a child process: killed, it is shown as interrupted and the shop goes on; it ends with the shop, and the next one brings in what is left${needsBuild}`,
  async () => {
    await lay();
    const shop = await openShop(dataDir, { env: environment });
    const owner = await ownerOf(shop.address);
    await owner.upload(file);
    await owner.upload(await aPicture(), { kind: "proofs", name: `${codeOf(1)}_proof.png` });
    await owner.start("import");
    const first = await childOf(shop.child.pid ?? 0);
    await shows(owner, "Importing the old shop");
    expect(await (await fetch(`${shop.address}/readyz`)).status).toBe(200);
    sendSignal(first.pid, "SIGKILL");
    await shows(owner, "It was interrupted.");
    expect((await fetch(`${shop.address}/api/products`)).status).toBe(200);

    await owner.start("import");
    const second = await childOf(shop.child.pid ?? 0);
    await close(shop);
    expect(isAlive(second.pid)).toBe(false);

    const again = await openShop(dataDir, { env: environment });
    const later = await ownerOf(again.address);
    expect(await later.page()).toContain("It was interrupted.");
    await later.start("import");
    await shows(later, "What was imported");
    await vi.waitFor(() => expect(childProcessesOf(again.child.pid ?? 0)).toEqual([]), { timeout: 5_000 });
    expect(await later.proofOf(codeOf(1)), "it was uploaded with the others").toEqual({ status: 200, type: "image/jpeg" });
    expect(await later.proofOf(codeOf(2))).toMatchObject({ status: 404 });
    const verified = command(["verify"], dataDir);
    expect(await verified.ended, verified.output()).toBe(0);
  },
);

test.skipIf(!isBuilt)(
  `an import whose process is frozen is stopped by its admin: the process is gone, whoever waited goes on, and started again it goes on${needsBuild}`,
  async () => {
    await lay();
    const shop = await openShop(dataDir, { env: { ...environment, WEB_CONCURRENCY: "2" } });
    const owner = await ownerOf(shop.address);
    await owner.upload(file);
    await owner.start("import");
    const children = () => webProcessesOf(shop.child.pid ?? 0).flatMap(childProcessesOf);
    const frozen = await vi.waitUntil(() => children()[0], { timeout: 20_000, interval: 10 });
    await shows(owner, "Now: ");
    sendSignal(frozen.pid, "SIGSTOP");
    await owner.stop();
    await shows(owner, `It was stopped by ${admin.email}.`);
    await vi.waitFor(() => expect(isAlive(frozen.pid)).toBe(false), { timeout: 15_000 });

    await owner.start("import");
    await shows(owner, "What was imported");
    expect(await owner.page()).not.toContain("Stop import");
  },
);

test.skipIf(!isBuilt)(
  `with several web processes the one that was asked has the import done beside it, and it ends with the shop, however that ends${needsBuild}`,
  async () => {
    await lay();
    const shop = await openShop(dataDir, { env: { ...environment, WEB_CONCURRENCY: "2" } });
    const owner = await ownerOf(shop.address);
    await owner.upload(file);
    await owner.start("preview");
    const [child] = webProcessesOf(shop.child.pid ?? 0).flatMap(childProcessesOf);
    expect(child).toBeDefined();
    shop.child.kill("SIGKILL");
    await shop.ended;
    await vi.waitFor(() => expect(isAlive(child?.pid)).toBe(false), { timeout: 10_000 });
  },
);
