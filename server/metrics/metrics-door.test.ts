import { Hono } from "hono";
import { expect, test } from "vitest";
import type { HostEnv } from "../http/host-env.ts";
import { metricsDoor } from "./metrics-door.ts";

const TOKEN = "a-token-of-the-operator";
const onAServer = { metricsToken: TOKEN, isPublic: true, trustProxy: 1 };

type Asking = {
  url?: string;
  from?: string;
  headers?: Record<string, string>;
  config?: Partial<typeof onAServer> | { metricsToken: null };
};

async function ask({ url = "http://127.0.0.1:3000/metrics", from = "127.0.0.1", headers = {}, config = {} }: Asking): Promise<number> {
  const host = new Hono<HostEnv>();
  host.get(
    "/metrics",
    metricsDoor({ ...onAServer, ...config }, async () => "trackside_info 1\n"),
  );
  const env = { incoming: { socket: { remoteAddress: from } } };
  const answer = await host.request(url, { headers }, env);
  if (answer.status === 200) expect([await answer.text(), answer.headers.get("cache-control")]).toEqual(["trackside_info 1\n", "no-store"]);
  return answer.status;
}

const far = { url: "https://shop.example/metrics", from: "203.0.113.7" };
const bearer = (token: string) => ({ authorization: `Bearer ${token}` });

test("[S18.1] the metrics are for whoever has the token, from anywhere and through a proxy", async () => {
  expect(await ask({ ...far, headers: { ...bearer(TOKEN), "x-forwarded-for": "198.51.100.9" } })).toBe(200);
  for (const wrong of [
    bearer("another-token-of-him"),
    bearer(`${TOKEN}x`),
    bearer(""),
    { authorization: TOKEN },
    { authorization: `Basic ${TOKEN}` },
    {},
  ])
    expect(await ask({ ...far, headers: wrong }), JSON.stringify(wrong)).toBe(404);
  expect(await ask({ ...far, headers: bearer("null"), config: { metricsToken: null } })).toBe(404);
  expect(await ask({ ...far, url: `${far.url}?token=${TOKEN}` })).toBe(404);
});

test("[S18.1] a program on this machine needs no token, by each of its names", async () => {
  for (const [host, from] of [
    ["127.0.0.1", "127.0.0.1"],
    ["localhost", "::ffff:127.0.0.1"],
    ["[::1]", "::1"],
  ])
    expect(await ask({ url: `http://${host}:3000/metrics`, ...(from && { from }) }), host).toBe(200);
  expect(await ask({ config: { isPublic: false, trustProxy: 0 } }), "a shop on this machine alone").toBe(200);
});

test("[S18.1] who comes through a proxy on this machine is not this machine", async () => {
  for (const name of ["x-forwarded-for", "x-forwarded-host", "x-real-ip", "forwarded", "via"])
    for (const trustProxy of [0, 1]) expect(await ask({ headers: { [name]: "127.0.0.1" }, config: { trustProxy } }), name).toBe(404);
  expect(await ask({ url: "http://shop.example/metrics" }), "with the shop's own host").toBe(404);
  expect(await ask({ config: { trustProxy: 0 } }), "a public shop whose proxy nobody named").toBe(404);
  expect(await ask({ from: "10.0.0.4", url: "http://127.0.0.1:3000/metrics" }), "another machine that claims the name").toBe(404);
});
