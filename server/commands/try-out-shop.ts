import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { StartProblem } from "#platform/start-problem.ts";

/** A shop that runs for a try-out, as a process of its own. */
type TryOut = {
  address: string;
  /** Resolves when it has ended. */
  ended: Promise<unknown>;
  stop(): Promise<void>;
};

type Owner = { email: string; password: string };

const main = fileURLToPath(new URL("../../build/server/main.js", import.meta.url));

/**
 * Starts the built shop with sample products on a data folder of its own, on PORT or any free port.
 * Throws a `StartProblem` with what it said if it does not open.
 */
export async function openTryOut({ dataDir, owner, razorpayUrl }: { dataDir: string; owner: Owner; razorpayUrl: string }): Promise<TryOut> {
  if (!existsSync(main)) throw new StartProblem("The shop isn't built. Build it with npm start, stop it, and try again.");
  const { PATH, TMPDIR = "", PORT = "0" } = process.env;
  const shop = spawn(process.execPath, [main], {
    env: {
      PATH,
      TMPDIR,
      PORT,
      NODE_ENV: "production",
      LOG_LEVEL: "warn",
      DATA_DIR: dataDir,
      ADMIN_EMAIL: owner.email,
      ADMIN_PASSWORD: owner.password,
      RAZORPAY_API_URL: razorpayUrl,
    },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const ended = once(shop, "exit");
  return {
    address: await addressOf(shop, ended),
    ended,
    async stop() {
      shop.kill("SIGTERM");
      await ended;
    },
  };
}

/** The address that the shop prints when it is open. */
async function addressOf(shop: ChildProcess, ended: Promise<unknown>): Promise<string> {
  let said = "";
  const opened = new Promise<string>((resolve) => {
    for (const stream of [shop.stdout, shop.stderr])
      stream?.on("data", (text) => {
        said += text;
        const [, address] = /open: (http:\S+)/.exec(said) ?? [];
        if (address) resolve(address);
      });
  });
  const failed = ended.then(() => {
    throw new StartProblem(`The shop to try payments in did not open. It said:\n${said}`);
  });
  return Promise.race([opened, failed]);
}

/** Names the shop a try-out, and switches Razorpay on with these keys, as its owner would. */
export async function setUpRazorpay(address: string, owner: Owner, keys: object): Promise<void> {
  const json = { origin: address, "content-type": "application/json" };
  const signedIn = await fetch(`${address}/api/auth/sign-in/email`, { method: "POST", headers: json, body: JSON.stringify(owner) });
  const cookie = signedIn.headers.getSetCookie().map((line) => line.split(";")[0]);
  const headers = { ...json, cookie: cookie.join("; ") };
  const put = async (path: string, body: object) => {
    const answer = await fetch(address + path, { method: "PUT", headers, body: JSON.stringify(body) });
    if (!answer.ok) throw new Error(`${path} was answered ${answer.status}: ${await answer.text()}`);
  };
  const settings: object = await (await fetch(`${address}/api/admin/settings`, { headers })).json();
  await put("/api/admin/settings", { ...settings, name: "Try-out shop", blurb: "No money moves here." });
  await put("/api/admin/payment-methods/razorpay", { ...keys, isOn: true, currentPassword: owner.password });
}
