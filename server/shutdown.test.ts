import { createServer, type RequestListener, request } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as wait } from "node:timers/promises";
import { expect, onTestFinished, test } from "vitest";
import { openDrain } from "./shutdown.ts";

async function aServer(answer: RequestListener) {
  const server = createServer(answer);
  const drain = openDrain(server);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => server.closeAllConnections());
  return { drain, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
}

test("what is in flight is answered, and nothing new is taken", async () => {
  const { drain, url } = await aServer((_request, response) => setTimeout(() => response.end("answered"), 300));
  const inFlight = fetch(url).then((response) => response.text());
  await wait(50);

  const stopped = drain.stop(5_000);
  await expect(fetch(url)).rejects.toThrow();
  expect(await inFlight).toBe("answered");
  await stopped;
});

test("a connection that is kept alive does not hold up the stop", async () => {
  const { drain, url } = await aServer((_request, response) => setTimeout(() => response.end("answered"), 100));
  const inFlight = fetch(url, { keepalive: true }).then((response) => response.text());
  await wait(20);
  const startedAt = Date.now();
  await drain.stop(5_000);
  expect(Date.now() - startedAt).toBeLessThan(1_500);
  expect(await inFlight).toBe("answered");
});

test("event streams are ended at once", async () => {
  const { drain, url } = await aServer((_request, response) => {
    response.writeHead(200, { "content-type": "text/event-stream" });
    response.write("data: hello\n\n");
  });
  const stream = await fetch(url, { headers: { accept: "text/event-stream" } });
  const reader = stream.body?.getReader();
  await reader?.read();

  const startedAt = Date.now();
  const ended = reader?.read().then(
    () => "ended",
    () => "ended",
  );
  await drain.stop(5_000);
  expect(Date.now() - startedAt).toBeLessThan(1_500);
  expect(await ended).toBe("ended");
});

test("a request that never ends is cut when patience does", async () => {
  const { drain, url } = await aServer(() => {});
  const endless = new Promise((resolve) =>
    request(url)
      .on("error", () => resolve("cut"))
      .end(),
  );
  await wait(50);
  await drain.stop(200);
  expect(await endless).toBe("cut");
});
