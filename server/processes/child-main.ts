import { runInThisProcess } from "#platform/child-process/child-process.ts";
import { receiveOrder } from "#platform/child-process/open-child-processes.server.ts";
import { readConfig } from "#platform/config.server.ts";
import { openServices } from "../start/services.ts";
import { childCommands } from "./child-commands.ts";

// Runs one command for the parent process and exits. On a signal it exits at once: the database
// rolls back what was not committed.
const { command, about, databaseUrl } = await receiveOrder();
const config = readConfig(process.env);
const source = { url: databaseUrl, shopUrl: null, isNew: false, recordAddress: async () => {}, close: async () => {} };
const services = await openServices(config, source, { worker: "aside" });
try {
  await runInThisProcess(childCommands({ ...services, files: services.longJobsFiles })).do(command, about);
} catch (error) {
  services.log.error("a command failed in the child process", error, { command });
  process.exitCode = 1;
} finally {
  await services.close();
}
// The channel to the parent would keep the process alive.
process.exit();
