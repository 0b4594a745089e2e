// `npm run bench -- moving-in [MB]`: an export of that size (100 MB, unless told) comes in by the command line, and how much memory that takes.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { createWriteStream } from "node:fs";
import { mkdtemp, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { sizeOf } from "../tests/torture/process-size.ts";
import { reportAtMost } from "./report.ts";

const MB = 1_000_000;
const LOOK_EVERY_MS = 100;
const MEMORY_MAX_MB = 300;
const FROM_MS = 1_700_000_000_000;
const PRODUCTS = 40;
/** About what an order and its customer's copy take together. */
const ORDER_BYTES = 950;

const wantedMb = Number(process.argv[2] ?? 100);
const orders = Math.ceil((wantedMb * MB) / ORDER_BYTES);
const folder = await mkdtemp(join(tmpdir(), "trackside-moving-in-"));
const file = join(folder, "export.json");
await pipeline(Readable.from(exportText()), createWriteStream(file));
console.log(`${((await stat(file)).size / MB).toFixed(0)} MB with ${orders} orders`);

const begunAt = performance.now();
const importing = spawn(process.execPath, ["--max-semi-space-size=2", resolve("server/shop.ts"), "import", file, "--yes"], {
  env: { ...process.env, DATA_DIR: join(folder, "data"), NODE_ENV: "production" },
  stdio: "inherit",
});
let peak = 0;
const looking = setInterval(() => {
  if (importing.pid !== undefined && importing.exitCode === null) peak = Math.max(peak, sizeOf(importing.pid)?.memory || 0);
}, LOOK_EVERY_MS);
const [status] = await once(importing, "exit");
clearInterval(looking);
await rm(folder, { recursive: true, force: true });
if (status !== 0) throw new Error("the import failed");
console.log(`preview and import took ${((performance.now() - begunAt) / 1_000).toFixed(0)} s`);
reportAtMost(`memory of an import of ${wantedMb} MB`, [peak / MB], "MB", MEMORY_MAX_MB);

/** The text of the export, a row at a time. */
function* exportText(): Generator<string> {
  yield `{"products_database":{"products":{`;
  for (let n = 0; n < PRODUCTS; n += 1) {
    yield `${n ? "," : ""}"${productId(n)}":{"name":"Product ${n}","price":99.5,"description":"<p>x</p>","image":"","createdAt":"2025-03-03T06:30:00.000Z"}`;
  }
  yield `},"Idlist":{`;
  for (let n = 0; n < PRODUCTS; n += 1) {
    yield `${n ? "," : ""}"${productId(n)}":{"ids":{`;
    for (let id = 0; id < orders / PRODUCTS; id += 1) yield `${id ? "," : ""}"id_${id}":"rail_${n}_${id}:secret"`;
    yield "}}";
  }
  yield `}},"requests":{`;
  for (let n = 0; n < orders; n += 1) yield `${n ? "," : ""}"-OZ2Cto${String(n).padStart(13, "0")}":${orderText(n)}`;
  yield `},"users":{"customer":{"orders":{`;
  for (let n = 0; n < orders; n += 1) yield `${n ? "," : ""}"${codeOf(n)}":${orderText(n)}`;
  yield "}}}}";
}

function orderText(n: number): string {
  const status = ["approved", "approved", "approved", "rejected", "cancelled", "pending"][n % 6] ?? "pending";
  const ending = { processedDate: "2025-09-01T05:00:00.398Z", cancelledAt: "2025-09-01T05:00:00.398Z", reason: "No" };
  return JSON.stringify({
    ...{
      productId: productId(n % PRODUCTS),
      productName: `Product ${n % PRODUCTS}`,
      quantity: 1,
      price: 99.5,
      totalAmount: 99.5,
      requestCode: codeOf(n),
    },
    ...{ status, paymentMethod: "amazon", giftCardCode: `G${String(n).padStart(13, "0")}`, createdAt: FROM_MS + n, userId: "customer" },
    ...{ paymentProofUrl: `https://storage.example.com/payment-proofs/${codeOf(n)}_proof.png` },
    ...(status === "approved" ? { deliveredIds: [`sold_${n}:secret`], approvedBy: "admin" } : {}),
    ...(status === "pending" ? {} : ending),
  });
}

function productId(n: number): string {
  return `-OKPgb${String(n).padStart(14, "0")}`;
}

function codeOf(n: number): string {
  return `REQ-${(FROM_MS + n).toString(36).toUpperCase()}`;
}
