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
export function writeBuyers(file: string, load: OrderLoad): void {
  writeFileSync(file, `${ordering(load)}function request() return order() end\n${telling("summary.requests")}`);
}

/**
 * Writes what those send who decide about what they ordered: every other order is taken back by its buyer, the rest are looked at and approved by an admin, with the IDs
 * that they hold. `admin` is what an admin's browser sends along.
 */
export function writeDeciders(file: string, load: OrderLoad, admin: { cookie: string; origin: string }): void {
  writeFileSync(
    file,
    `${ordering(load)}local admin = {["Cookie"] = ${quoted(admin.cookie)}, ["Origin"] = ${quoted(admin.origin)}}
local asAdmin = {["Cookie"] = admin["Cookie"], ["Origin"] = admin["Origin"], ["Content-Type"] = "application/json"}
local next, threads = {}, {}
placed = 0

setup = function(thread) table.insert(threads, thread) end

request = function()
  return table.remove(next, 1) or order()
end

response = function(status, headers, body)
  local code = body:match('"requestCode":"([%w-]+)"')
  if status == 201 then
    placed = placed + 1
    if placed % 2 == 0 then
      table.insert(next, wrk.format("GET", "/api/orders/" .. code, admin))
    else
      local key = {["Content-Type"] = "application/json", ["X-Access-Key"] = body:match('"accessKey":"([^"]+)"')}
      table.insert(next, wrk.format("POST", "/api/orders/" .. code .. "/cancellation", key, "{}"))
    end
  elseif status == 200 and body:find('"status":"pending"', 1, true) then
    local ids = {}
    for id in body:match('"reservedIds":(%b{})'):gmatch('":("[^"]*")') do table.insert(ids, id) end
    local approval = '{"ids":[' .. table.concat(ids, ",") .. "]}"
    table.insert(next, wrk.format("POST", "/api/admin/orders/" .. code .. "/approval", asAdmin, approval))
  end
end

local function all()
  local sum = 0
  for _, thread in ipairs(threads) do sum = sum + thread:get("placed") end
  return sum
end
${telling("all()")}`,
  );
}

/** Lets so many buyers order one after the other for so long, and tells the orders a second. Throws when something that they asked for was not done. */
export async function letBuy(address: string, script: string, buyers: number, seconds: number): Promise<number> {
  const child = spawn(findWrk(), ["-t", "1", "-c", String(buyers), "-d", `${seconds}s`, "--timeout", "30s", "-s", script, address]);
  let said = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (text) => (said += text));
  await new Promise((resolve) => child.once("exit", resolve));
  const told = /^\{.*\}$/m.exec(said)?.[0];
  if (!told) throw new Error(`wrk failed:\n${said}`);
  const { orders, refused, broken, ms }: Record<"orders" | "refused" | "broken" | "ms", number> = JSON.parse(told);
  if (refused > 0 || broken > 0)
    throw new Error(`beside ${orders} orders ${refused} requests were refused and ${broken} were not answered`);
  return (orders / ms) * 1_000;
}

function ordering({ prefix, products, upToIds }: OrderLoad): string {
  return `math.randomseed(os.time())
local function order()
  local body = string.format('{"productId":"${prefix}%d","quantity":%d,"paymentMethod":"request","email":"buyer-%d@shop.example"}',
    math.random(${products}), math.random(${upToIds}), math.random(1000000))
  local from = string.format("10.%d.%d.%d", math.random(0, 255), math.random(0, 255), math.random(0, 255))
  return wrk.format("POST", "/api/orders", {["Content-Type"] = "application/json", ["X-Forwarded-For"] = from}, body)
end

`;
}

/** Tells as one line of JSON what became of it; `orders` is what counts them in the script. */
function telling(orders: string): string {
  return `done = function(summary)
  local errors = summary.errors
  print(string.format('{"orders":%d,"refused":%d,"broken":%d,"ms":%d}', ${orders}, errors.status,
    errors.connect + errors.read + errors.write + errors.timeout, summary.duration / 1000))
end
`;
}

/** As a text of Lua. */
function quoted(text: string): string {
  return JSON.stringify(text);
}
