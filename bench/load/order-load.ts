import { spawn } from "node:child_process";
import { writeFileSync } from "node:fs";
import { findWrk } from "./wrk.ts";

/** The orders: for products `prefix1` to `prefixN`, each for one ID. */
export type OrderLoad = { prefix: string; products: number };

/**
 * Writes wrk's script. Each order comes from an address of its own behind a proxy, so that the rate
 * limits count it and let it pass, and has an e-mail address, which the shop encrypts.
 */
export function writeBuyers(file: string, load: OrderLoad): void {
  writeFileSync(file, `${ordering(load)}function request() return order() end\n${REPORTING}`);
}

/**
 * Runs this many buyers, each placing one order after another, and returns the orders a second.
 * Throws if any request failed.
 */
export async function letBuy(address: string, script: string, buyers: number, seconds: number): Promise<number> {
  const child = spawn(findWrk(), ["-t", "1", "-c", String(buyers), "-d", `${seconds}s`, "--timeout", "30s", "-s", script, address]);
  let said = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (text) => (said += text));
  await new Promise((resolve) => child.once("exit", resolve));
  const result = /^\{.*\}$/m.exec(said)?.[0];
  if (!result) throw new Error(`wrk failed:\n${said}`);
  const { orders, refused, broken, ms }: Record<"orders" | "refused" | "broken" | "ms", number> = JSON.parse(result);
  if (refused > 0 || broken > 0)
    throw new Error(`beside ${orders} orders ${refused} requests were refused and ${broken} were not answered`);
  return (orders / ms) * 1_000;
}

function ordering({ prefix, products }: OrderLoad): string {
  return `math.randomseed(os.time())
local function order()
  local body = string.format('{"productId":"${prefix}%d","quantity":1,"paymentMethod":"request","email":"buyer-%d@shop.example"}',
    math.random(${products}), math.random(1000000))
  local from = string.format("10.%d.%d.%d", math.random(0, 255), math.random(0, 255), math.random(0, 255))
  return wrk.format("POST", "/api/orders", {["Content-Type"] = "application/json", ["X-Forwarded-For"] = from}, body)
end

`;
}

/** Prints the result as one line of JSON. */
const REPORTING = `done = function(summary)
  local errors = summary.errors
  print(string.format('{"orders":%d,"refused":%d,"broken":%d,"ms":%d}', summary.requests, errors.status,
    errors.connect + errors.read + errors.write + errors.timeout, summary.duration / 1000))
end
`;
