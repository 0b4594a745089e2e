import { spawn, spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";

/** How orders come: for products `prefix1` to `prefixN`, each for 1 to so many IDs. */
export type OrderLoad = { prefix: string; products: number; upToIds: number };

/** Debian's wrk. Throws a sentence that says how to get it. */
export function findWrk(): string {
  if (spawnSync("wrk", ["--version"]).error) throw new Error("wrk is missing. Get it with: apt-get install wrk");
  return "wrk";
}

/**
 * Writes what the buyers send: each order comes from an address of its own behind a proxy, as orders of many buyers do, so that the limits count and let it
 * pass, and gives an e-mail address, which the shop seals.
 */
export function writeBuyers(file: string, { prefix, products, upToIds }: OrderLoad): void {
  writeFileSync(
    file,
    `math.randomseed(os.time())
request = function()
  local body = string.format('{"productId":"${prefix}%d","quantity":%d,"paymentMethod":"request","email":"buyer-%d@shop.example"}',
    math.random(${products}), math.random(${upToIds}), math.random(1000000))
  local from = string.format("10.%d.%d.%d", math.random(0, 255), math.random(0, 255), math.random(0, 255))
  return wrk.format("POST", "/api/orders", {["Content-Type"] = "application/json", ["X-Forwarded-For"] = from}, body)
end
done = function(summary)
  local errors = summary.errors
  print(string.format('{"requests":%d,"refused":%d,"broken":%d,"ms":%d}', summary.requests, errors.status,
    errors.connect + errors.read + errors.write + errors.timeout, summary.duration / 1000))
end
`,
  );
}

/** Lets so many buyers order one after the other for so long, and tells the orders a second. Throws when one was not taken. */
export async function letBuy(address: string, script: string, buyers: number, seconds: number): Promise<number> {
  const child = spawn(findWrk(), ["-t", "1", "-c", String(buyers), "-d", `${seconds}s`, "--timeout", "30s", "-s", script, address]);
  let said = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (text) => (said += text));
  await new Promise((resolve) => child.once("exit", resolve));
  const told = /^\{.*\}$/m.exec(said)?.[0];
  if (!told) throw new Error(`wrk failed:\n${said}`);
  const { requests, refused, broken, ms }: Record<"requests" | "refused" | "broken" | "ms", number> = JSON.parse(told);
  if (refused > 0 || broken > 0) throw new Error(`of ${requests} orders ${refused} were refused and ${broken} were not answered`);
  return (requests / ms) * 1_000;
}
