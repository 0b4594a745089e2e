import { readConfig, refuseShortSecret } from "#platform/config.server.ts";
import { reportProblem } from "../processes/report-to-primary.ts";
import { WEB_PROCESS } from "../processes/web-messages.ts";
import { openSource } from "./database-source.ts";
import { openLifecycle } from "./lifecycle.ts";

/**
 * Nearly all of the program is loaded while the database starts; pages and API only in a process
 * that answers visitors.
 */
const loadShop = () => import("../processes/serve-shop.ts");
const loadWithPages = () => loadShop().then(() => import("../http/app.ts"));

const isWebProcess = process.argv[2] === WEB_PROCESS;
const lifecycle = openLifecycle(isWebProcess ? reportProblem : undefined);
await lifecycle.run(async () => {
  const config = readConfig(process.env);
  if (isWebProcess) {
    const { runWebWorker } = await import("../processes/web-worker.ts");
    return runWebWorker(config, lifecycle);
  }
  refuseShortSecret(config);
  if (config.admin !== null) {
    const { refuseWeakAdmin } = await import("./refuse-weak-admin.ts");
    await refuseWeakAdmin(config);
  }
  const load = config.webConcurrency === 1 ? loadWithPages : loadShop;
  const source = await openSource(config, console.log, () => void load().catch(() => {}));
  lifecycle.closeLater(source.close);
  const { serveShop } = await loadShop();
  await serveShop(config, source, lifecycle);
});
