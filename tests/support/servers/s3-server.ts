import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { createServer, type IncomingMessage, request, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { S3Config } from "#platform/files/s3-config.ts";

/**
 * The fate of a call: a status that the storage would answer in trouble, or a cut or unresponsive
 * connection.
 */
export type Fate = number | "cut" | "silent";

/** A real S3-compatible server behind a proxy that can fail. */
export type S3Server = {
  /** The configuration for the shop, with an existing bucket. */
  config: S3Config;
  /** The fates of the next calls; later calls get through. */
  fates: Fate[];
  /** The calls so far, such as `PUT /bucket/key`. */
  calls: string[];
  /** Freezes its process, with all connections open, until it is thawed. */
  freeze(): void;
  thaw(): void;
  /**
   * Cuts all connections and accepts none, until it comes back at the same address with all its
   * files.
   */
  leave(): Promise<void>;
  comeBack(): Promise<void>;
  /** Kills it. */
  close(): Promise<void>;
};

const BUCKET = "shop-files";
/** s3rver's only key, with which it checks each signature. */
const KEY = "S3RVER";
const PROGRAM = `new (require("@20minutes/s3rver"))(JSON.parse(process.argv[1])).run().then(({ port }) => console.log(port))`;

/**
 * Opens an S3-compatible server (s3rver) that checks signatures, with one empty bucket. `near` is
 * the address it listens on.
 */
export async function openS3Server(near = "127.0.0.1"): Promise<S3Server> {
  const directory = await mkdtemp(join(tmpdir(), "trackside-s3-"));
  const options = { address: "127.0.0.1", port: 0, silent: true, directory, vhostBuckets: false, configureBuckets: [{ name: BUCKET }] };
  // It encrypts a listing's continuation token with a cipher that OpenSSL 3 calls legacy.
  const storage = spawn(process.execPath, ["--openssl-legacy-provider", "-e", PROGRAM, JSON.stringify(options)], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const ended = once(storage, "exit");
  const [port] = await Promise.race([once(storage.stdout, "data"), ended.then(() => Promise.reject(new Error("s3rver did not start")))]);

  const fates: Fate[] = [];
  const calls: string[] = [];
  const way = createServer((call, answer) => {
    calls.push(`${call.method} ${call.url}`);
    const fate = fates.shift();
    if (fate === "cut") call.socket.destroy();
    else if (typeof fate === "number") call.resume().on("end", () => answer.writeHead(fate).end("<Error><Code>SlowDown</Code></Error>"));
    else if (fate === undefined) handOn(call, answer, Number(port));
  });
  way.listen(0, near);
  await once(way, "listening");

  const { port: ownPort } = way.address() as AddressInfo;
  const endpoint = `http://${near}:${ownPort}`;
  return {
    config: { endpoint, region: "eu-central-1", bucket: BUCKET, accessKeyId: KEY, secretAccessKey: KEY },
    fates,
    calls,
    freeze: () => void storage.kill("SIGSTOP"),
    thaw: () => void storage.kill("SIGCONT"),
    async leave() {
      way.close();
      way.closeAllConnections();
      await once(way, "close");
    },
    async comeBack() {
      way.listen(ownPort, near);
      await once(way, "listening");
    },
    async close() {
      way.closeAllConnections();
      way.close();
      storage.kill("SIGKILL");
      await ended;
      await rm(directory, { recursive: true, force: true });
    },
  };
}

/** The environment of a shop that stores its files there. */
export function storageEnvironment({ endpoint, region, bucket, accessKeyId, secretAccessKey }: S3Config): Record<string, string> {
  return {
    S3_ENDPOINT: endpoint,
    S3_REGION: region,
    S3_BUCKET: bucket,
    S3_ACCESS_KEY_ID: accessKeyId,
    S3_SECRET_ACCESS_KEY: secretAccessKey,
  };
}

/** Keeps the host header, which is part of the signature. */
function handOn(call: IncomingMessage, answer: ServerResponse, port: number): void {
  const { method, url: path, headers } = call;
  const onward = request({ host: "127.0.0.1", port, method, path, headers, agent: false }, (got) => {
    answer.writeHead(got.statusCode ?? 502, got.headers);
    got.pipe(answer);
  });
  onward.on("error", () => answer.destroy());
  call.pipe(onward);
}
