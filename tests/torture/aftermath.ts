import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { resolve } from "node:path";
import { bareEnvironment, compiledOnce } from "#tests/support/processes/settled-folder.ts";
import type { OwnersCalls } from "./owners-calls.ts";

/**
 * Finds acknowledged orders that are missing or behind. An order may be further than acknowledged,
 * because a command whose answer was lost may have been done.
 */
export async function lostOrders(owner: OwnersCalls, acknowledged: { requestCode: string; status: string }[]): Promise<string[]> {
  const left = [...acknowledged];
  const faults: string[] = [];
  const look = async () => {
    for (let order = left.pop(); order; order = left.pop()) {
      const { requestCode, status } = order;
      const now = await owner.statusOf(requestCode);
      if (now === null || (status !== "pending" && now !== status)) faults.push(`${requestCode} was ${status} and is ${now ?? "lost"}`);
    }
  };
  await Promise.all(Array.from({ length: 8 }, look));
  return faults;
}

/** The faults that `npm run shop -- verify` finds in the running shop of this environment. */
export function verify(environment: Record<string, string>): string[] {
  const { status, stdout, stderr } = shopCommand(environment, "verify");
  return status === 0 ? [] : [stdout, stderr].join("\n").split("\n").filter(Boolean);
}

/**
 * The same without blocking this process, for a shop whose storage or database proxy runs in it.
 */
export async function verifyMeanwhile(environment: Record<string, string>): Promise<string[]> {
  const { status, said } = await commandMeanwhile(environment, "verify");
  return status === 0 ? [] : said.split("\n").filter(Boolean);
}

/** Runs `npm run shop -- …` without blocking this process; resolves to its status and output. */
export async function commandMeanwhile(
  environment: Record<string, string>,
  ...words: string[]
): Promise<{ status: number | null; said: string }> {
  const child = spawn(process.execPath, [resolve("server/shop.ts"), ...words], {
    env: { ...bareEnvironment, ...compiledOnce(), ...environment },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let said = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (text) => (said += text));
  const [status] = await once(child, "close");
  return { status, said };
}

/** Runs `npm run shop -- …`. */
export function shopCommand(environment: Record<string, string>, ...words: string[]) {
  return spawnSync(process.execPath, [resolve("server/shop.ts"), ...words], {
    env: { ...bareEnvironment, ...compiledOnce(), ...environment },
    encoding: "utf8",
  });
}
