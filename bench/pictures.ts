import { mkdirSync, readFileSync, rmdirSync, writeFileSync } from "node:fs";
import { readFile } from "node:fs/promises";
import sharp, { type Sharp } from "sharp";
import { startShop } from "#tests/support/processes/running-shop.ts";
import { freshIds } from "../tests/torture/crash.ts";
import { asOwner } from "../tests/torture/owners-calls.ts";
import { report } from "./measuring/report.ts";

/** The memory of a small server. */
const LIMIT_BYTES = 1024 ** 3;
const AT_ONCE = 4;
const GROUP = "trackside-pictures";

const group = openGroup();
console.log(
  group ? "Shop, database and decoder in a memory cgroup of 1 GB." : "No cgroup can be made here (that takes root): without a limit.",
);
const enter = group ? ["sh", "-c", `echo $$ > ${group}/cgroup.procs; exec "$@"`, "sh"] : [];
const shop = await startShop({ TRUST_PROXY: "1" }, { enter, hostname: "localhost" });
try {
  const owner = await asOwner(shop);
  const productId = await owner.putOnSale("Account", freshIds(500));
  console.log(`\nAt rest ${megabytes(usedBytes())}. Then ${AT_ONCE} orders at once, from as many networks, each with this picture:\n`);
  let network = 0;
  let peak = 0;
  for (const [name, picture] of await pictures()) {
    let most = 0;
    const watch = setInterval(() => {
      most = Math.max(most, usedBytes());
    }, 10);
    const startedAt = performance.now();
    const orders = Array.from({ length: AT_ONCE }, (_, n) => order(productId, picture, `198.51.100.${network + n}`));
    const answers = await Promise.all(orders);
    clearInterval(watch);
    peak = Math.max(peak, most);
    network += AT_ONCE;
    const ms = Math.round(performance.now() - startedAt);
    console.log(
      `  ${name.padEnd(46)} ${String(picture.length).padStart(8)} bytes  ${answers.join(" ")}  ${ms} ms  ${megabytes(most)} at most`,
    );
  }
  report({
    measure: `memory of shop, database and decoder while ${AT_ONCE} orders at once have the worst pictures`,
    figure: group ? `${megabytes(peak)} at most` : "not measured: no cgroup",
    yardstick: "",
    ratio: "",
    toReach: `the shop answers within ${megabytes(LIMIT_BYTES)}`,
    isReached: (await fetch(`${shop.address}/readyz`)).ok,
  });
} finally {
  await shop.stop();
  if (group) rmdirSync(group);
}

async function order(productId: string, picture: Uint8Array<ArrayBuffer>, network: string): Promise<number> {
  const form = new FormData();
  const fields = { productId, quantity: "1", paymentMethod: "amazon", giftCardCode: "ABCDEFGH2345" };
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  form.set("paymentProof", new File([picture], "1000008715"));
  const headers = { origin: shop.origin, "x-forwarded-for": network };
  return (await fetch(`${shop.address}/api/orders`, { method: "POST", body: form, headers })).status;
}

/** The worst picture of each format within its budget, and the AVIF that once crashed the shop. */
async function pictures(): Promise<[string, Buffer<ArrayBuffer>][]> {
  const plain = (width: number, height: number) =>
    sharp({ create: { width, height, channels: 4, background: { r: 10, g: 120, b: 20, alpha: 0.5 } }, limitInputPixels: false });
  const made: [string, Sharp][] = [
    ["JPEG, 50 megapixels", plain(7070, 7070).jpeg()],
    [
      "JPEG, progressive, CMYK, 16 megapixels",
      plain(4000, 4000).toColourspace("cmyk").jpeg({ progressive: true, chromaSubsampling: "4:4:4" }),
    ],
    ["PNG, 50 megapixels, turned", plain(7070, 7070).withMetadata({ orientation: 6 }).png()],
    ["PNG, interlaced, 16 bits a channel, 16 megapixels", plain(4000, 4000).toColourspace("rgb16").png({ progressive: true })],
    ["WebP, 25 megapixels", plain(5000, 5000).webp()],
    ["GIF, 25 megapixels", plain(5000, 5000).gif()],
    [
      "AVIF, 12 bits, transparent, turned, 8.5 megapixels",
      plain(2900, 2930).withMetadata({ orientation: 6 }).avif({ effort: 0, bitdepth: 12 }),
    ],
  ];
  const built = await Promise.all(
    made.map(async ([name, picture]) => [name, Buffer.from(await picture.toBuffer())] as [string, Buffer<ArrayBuffer>]),
  );
  return [["AVIF of one colour, 50 megapixels", Buffer.from(await readFile("tests/support/pictures/one-colour.avif"))], ...built];
}

/**
 * A cgroup below this process's own; null if none can be made. Supports both versions of cgroups.
 */
function openGroup(): string | null {
  const own = readFileSync("/proc/self/cgroup", "utf8");
  const [, first] = /^\d+:memory:(.*)$/m.exec(own) ?? [];
  const [, second] = /^0::(.*)$/m.exec(own) ?? [];
  const parent = first === undefined ? `/sys/fs/cgroup${second}` : `/sys/fs/cgroup/memory${first}`;
  try {
    mkdirSync(`${parent}/${GROUP}`);
    writeFileSync(`${parent}/${GROUP}/${first === undefined ? "memory.max" : "memory.limit_in_bytes"}`, String(LIMIT_BYTES));
    return `${parent}/${GROUP}`;
  } catch {
    return null;
  }
}

/** The memory of all processes of the group, without page cache; 0 without a group. */
function usedBytes(): number {
  const stat = group ? readFileSync(`${group}/memory.stat`, "utf8") : "";
  return Number(/^(?:total_rss|anon) (\d+)$/m.exec(stat)?.[1] ?? 0);
}

function megabytes(bytes: number): string {
  return `${Math.round(bytes / 1024 ** 2)} MB`;
}
