import { readFile } from "node:fs/promises";
import { get } from "node:http";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from "vitest";
import { isAlive, sendSignal, webProcessesOf } from "#tests/support/processes/processes.ts";
import { type RunningShop, startShop } from "#tests/support/processes/running-shop.ts";
import { freshIds } from "#tests/torture/crash.ts";
import { asOwner } from "#tests/torture/owners-calls.ts";
import { post, startStorm } from "#tests/torture/storm.ts";
import { isBuilt, needsBuild } from "../shop-process.ts";

const TOKEN = "scraped-by-the-tests-alone";

let shop: RunningShop;
beforeAll(async () => {
  if (isBuilt) shop = await startShop({ WEB_CONCURRENCY: "2", METRICS_TOKEN: TOKEN, TRUST_PROXY: "1" });
}, 40_000);
afterAll(() => shop?.stop());

const ask = (headers: Record<string, string> = {}) => fetch(`${shop.address}/metrics`, { headers });

/** The values of a scrape, by name and labels. */
async function scrape(): Promise<{ text: string; values: Map<string, number> }> {
  const answer = await ask();
  expect([answer.status, answer.headers.get("content-type")]).toEqual([200, "text/plain; version=0.0.4; charset=utf-8"]);
  const scraped = await answer.text();
  const lines = scraped.split("\n").filter((line) => line !== "" && !line.startsWith("#"));
  return { text: scraped, values: new Map(lines.map((line) => [line.replace(/ \S+$/, ""), Number(line.replace(/^.* /, ""))])) };
}

/** A scrape on a connection of its own. */
function scrapeAnew(): Promise<string> {
  return new Promise((resolve, reject) => {
    get(`${shop.address}/metrics`, { agent: false }, (answer) => text(answer).then(resolve, reject)).on("error", reject);
  });
}

/** The sum of the values of a name whose labels contain `labels`. */
function sum(values: Map<string, number>, name: string, ...labels: string[]): number {
  const matching = [...values].filter(([key]) => key.replace(/\{.*/, "") === name && labels.every((label) => key.includes(label)));
  return matching.reduce((all, [, value]) => all + value, 0);
}

test.skipIf(!isBuilt)(
  `[S18.1] a scrape of a busy shop counts what all its processes did, and has no ID, code, key, email or address in it${needsBuild}`,
  async () => {
    const ids = freshIds(200);
    const owner = await asOwner(shop);
    const productId = await owner.putOnSale("Verified account", ids);
    const before = (await scrape()).values;
    const storm = startStorm(shop, owner, [productId], 4);
    await vi.waitFor(() => expect(storm.acknowledged.length).toBeGreaterThan(30), { timeout: 20_000 });
    await storm.stop();
    const waiting = { productId, quantity: 1, paymentMethod: "request" };
    expect((await post(`${shop.address}/api/orders`, waiting)).status).toBe(201);
    const from = { "x-forwarded-for": "203.0.113.77" };
    const [first] = storm.acknowledged;
    for (const path of [
      "/",
      "/",
      `/product/${productId}`,
      `/order-status/${first?.requestCode}/key/a-secret-key`,
      "/wp-login.php?user=root",
    ])
      await (await fetch(shop.address + path, { headers: from })).bytes();
    const following = new AbortController();
    onTestFinished(() => following.abort());
    const asProgram = { headers: { accept: "text/event-stream", ...from }, signal: following.signal };
    expect((await fetch(`${shop.address}/api/orders/${first?.requestCode}/events`, asProgram)).status).toBe(200);

    const { text: scraped, values } = await vi.waitFor(
      async () => {
        const one = await scrape();
        expect(sum(one.values, "trackside_waiting_oldest_seconds", 'queue="orders"'), "what was read some seconds ago").toBeGreaterThan(0);
        return one;
      },
      { timeout: 15_000, interval: 500 },
    );
    const requests = (...labels: string[]) => sum(values, "trackside_http_request_duration_seconds_count", ...labels);
    const placed = (storm.answers.get(201) ?? 0) + 1;
    expect(requests('area="ordering"', 'status="2xx"'), "both processes' orders").toBe(placed);
    for (const process of ['process="1"', 'process="2"']) expect(requests(process), process).toBeGreaterThan(10);
    expect(requests('area="storefront"', 'status="4xx"')).toBe(1);
    expect(requests('area="admin"')).toBeGreaterThan(sum(before, "trackside_http_request_duration_seconds_count", 'area="admin"'));
    expect(sum(values, "trackside_http_request_duration_seconds_bucket", 'area="ordering"', 'status="2xx"', 'le="+Inf"')).toBe(placed);
    expect(sum(values, "trackside_cached_pages_total")).toBeGreaterThanOrEqual(2);
    expect(sum(values, "trackside_followers")).toBe(1);
    expect(values.get("trackside_database_up")).toBe(1);
    expect(values.get("trackside_database_latency_seconds")).toBeGreaterThan(0);
    expect(sum(values, "trackside_waiting", 'queue="orders"')).toBeGreaterThan(0);
    expect(sum(values, "trackside_database_connections", 'pool="jobs"')).toBeGreaterThan(0);
    for (const process of ["main", "1", "2"]) {
      expect(values.get(`process_resident_memory_bytes{process="${process}"}`), process).toBeGreaterThan(10_000_000);
      expect(values.has(`nodejs_eventloop_lag_p99_seconds{process="${process}"}`), process).toBe(true);
      expect(values.get(`process_start_time_seconds{process="${process}"}`), process).toBeGreaterThan(1e9);
    }
    expect(scraped).toMatch(/^trackside_info\{version="\d+\.\d+\.\d+"/m);

    const hidden = [
      ...ids,
      productId,
      ...storm.acknowledged.map(({ requestCode }) => requestCode),
      "a-secret-key",
      "wp-login",
      "203.0.113",
      "127.0.0.1",
    ];
    for (const value of [...hidden, shop.admin.email, "@", TOKEN, shop.dataDir]) expect(scraped, value).not.toContain(value);
  },
);

test.skipIf(!isBuilt)(`[S18.1] every alert is about what the shop measures, and says what to do${needsBuild}`, async () => {
  const { text: scraped } = await scrape();
  const alerts = (await readFile("deploy/alerts.yml", "utf8")).split("- alert: ").slice(1);
  expect(alerts.length).toBeGreaterThan(10);
  // What Prometheus says of a scrape itself.
  const others = ["up"];
  const described = new Set([...scraped.matchAll(/^# HELP (\S+)/gm)].map(([, name = ""]) => name).concat(others));
  for (const alert of alerts) {
    const [, rule = ""] = /expr: (.*?)\n {8}(?:for|labels):/s.exec(alert) ?? [];
    const names = rule.match(/\b(up|(trackside|nodejs|process)_\w+)/g) ?? [];
    expect(names.length, alert).toBeGreaterThan(0);
    for (const name of names) expect(described, alert).toContain(name.replace(/_(bucket|count|sum)$/, ""));
    for (const said of [/severity: (page|ticket)/, /summary: .{20}/, /description: .{40}/]) expect(alert).toMatch(said);
  }
});

test.skipIf(!isBuilt)(`[S18.1] who has neither the token nor a program on the machine finds no metrics${needsBuild}`, async () => {
  const outside = { "x-forwarded-for": "203.0.113.77" };
  const nowhere = await fetch(`${shop.address}/metricsx`, { headers: outside });
  const answer = await ask(outside);
  expect([answer.status, nowhere.status]).toEqual([404, 404]);
  expect(await answer.text()).not.toContain("trackside_info");
  expect((await ask({ ...outside, authorization: `Bearer ${TOKEN}` })).status).toBe(200);
});

test.skipIf(!isBuilt)(`[S18.1] a process that is frozen is left out of a scrape, which the other answers${needsBuild}`, async () => {
  const [frozen] = webProcessesOf(shop.pid);
  sendSignal(frozen, "SIGSTOP");
  onTestFinished(() => void (frozen && isAlive(frozen) && sendSignal(frozen, "SIGCONT")));
  // The connections that are open may belong to the frozen process.
  const scraped = await Promise.any([1, 2, 3].map(scrapeAnew));
  expect(scraped).toContain('process_resident_memory_bytes{process="main"}');
  expect(scraped.match(/^process_resident_memory_bytes/gm)).toHaveLength(2);
});
