import { spawn } from "node:child_process";
import { setTimeout as wait } from "node:timers/promises";
import { freePort } from "#tests/support/processes/running-shop.ts";

const PROGRAM = "require('node:http').createServer((_, response) => response.end('hello world')).listen(process.argv[1], '127.0.0.1')";
const STARTING_MS = 10_000;

/** Starts the yardstick of pages: a `node:http` hello world in a process of its own. */
export async function startHello(): Promise<{ address: string; stop(): void }> {
  const port = await freePort();
  const address = `http://localhost:${port}/`;
  const hello = spawn(process.execPath, ["-e", PROGRAM, String(port)], { stdio: "inherit" });
  for (const until = Date.now() + STARTING_MS; !(await answers(address)); await wait(20)) {
    if (Date.now() > until) throw new Error("the hello world did not start");
  }
  return { address, stop: () => void hello.kill() };
}

function answers(address: string): Promise<boolean> {
  return fetch(address).then(
    ({ ok }) => ok,
    () => false,
  );
}
