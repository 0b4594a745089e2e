import { type Config, readConfig, refuseWeakSecret } from "#platform/config.server.ts";
import { StartProblem } from "#platform/start-problem.ts";
import { Credentials } from "#shop/accounts/account-forms.ts";
import { openSource } from "./database-source.ts";
import { openLifetime } from "./lifetime.ts";
import { tellProblem } from "./tell-owner.ts";
import { WEB_PROCESS } from "./web-messages.ts";

/** Nearly all of the program is loaded while the database starts; the pages and calls only where this process answers visitors. */
const loadShop = () => import("./serve-shop.ts");
const loadWithPages = () => loadShop().then(() => import("./app.ts"));

const isWebProcess = process.argv[2] === WEB_PROCESS;
const lifetime = openLifetime(isWebProcess ? tellProblem : undefined);
await lifetime.run(async () => {
  const config = readConfig(process.env);
  if (isWebProcess) {
    const { workForOwner } = await import("./web-worker.ts");
    return workForOwner(config, lifetime);
  }
  refuseWeakSecret(config);
  refuseWeakAdmin(config);
  const load = config.webConcurrency === 1 ? loadWithPages : loadShop;
  const source = await openSource(config, console.log, () => void load().catch(() => {}));
  lifetime.closeLater(source.close);
  const { serveShop } = await loadShop();
  await serveShop(config, source, lifetime);
});

function refuseWeakAdmin({ admin }: Config): void {
  if (admin === null || Credentials.safeParse(admin).success) return;
  throw new StartProblem("ADMIN_PASSWORD must have 8 to 128 characters, and ADMIN_EMAIL must be an e-mail address.");
}
