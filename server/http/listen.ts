import type { AddressInfo, Server } from "node:net";
import type { Config } from "#platform/config.server.ts";
import { StartProblem } from "#platform/start-problem.ts";

/** Starts listening and returns the address. Throws a `StartProblem` that says why it cannot. */
export async function listen(server: Server, { port, host }: Pick<Config, "port" | "host">): Promise<string> {
  await new Promise<void>((resolve, reject) => {
    server.once("error", (error: NodeJS.ErrnoException) => reject(cannotListen(error, port, host)));
    server.listen(port, host, resolve);
  });
  const bound = server.address() as AddressInfo;
  const isAnywhere = ["127.0.0.1", "0.0.0.0", "::", "::1", "localhost"].includes(host);
  return `http://${isAnywhere ? "localhost" : host}:${bound.port}`;
}

function cannotListen(error: NodeJS.ErrnoException, port: number, host: string): Error {
  switch (error.code) {
    case "EADDRINUSE":
      return new StartProblem(`Port ${port} is taken by another program. Choose another one, for example: PORT=${port + 1} npm start`);
    case "EACCES":
      return new StartProblem(`Port ${port} may only be used by root. Choose one above 1023, for example: PORT=3000 npm start`);
    case "EADDRNOTAVAIL":
    case "ENOTFOUND":
      return new StartProblem(
        `HOST is ${host}, which is no address of this machine. Use 127.0.0.1 for this machine alone, or 0.0.0.0 for all.`,
      );
    default:
      return error;
  }
}
