import { createServer } from "node:http";
import { getRequestListener } from "@hono/node-server";
import { createServer as createVite } from "vite";
import { sentenceIn } from "#messages/sentence-in.ts";
import { readConfig } from "#platform/config.server.ts";
import { StartProblem } from "#platform/start-problem.ts";
import { openFirstAdmin } from "#shop/accounts/first-admin.server.ts";
import { openAuth } from "#shop/accounts/sign-in/auth.server.ts";
import { openSource } from "./start/database-source.ts";
import { machineOf } from "./start/machine.ts";
import { seedSampleData } from "./start/sample-data.ts";
import { openServices } from "./start/services.ts";

type App = typeof import("./http/app.ts");

/** The development server: Vite transforms each file on request, and changes show at once. */
async function start(): Promise<void> {
  const config = readConfig(process.env);
  const source = await openSource(config, console.log);
  const services = await openServices(config, source);
  const auth = openAuth(services, { appUrl: config.appUrl ?? `http://localhost:${config.port}`, secret: services.secret });
  if (source.isNew && config.hasSampleData && !config.isPublic) await seedSampleData(services);
  const firstAdmin = await openFirstAdmin(services, auth, config.admin, machineOf(config));
  if (firstAdmin.way === "refused") throw new StartProblem(`ADMIN_PASSWORD: ${sentenceIn("en", firstAdmin.refusal)}`);

  const server = createServer();
  const vite = await createVite({ appType: "custom", server: { middlewareMode: true, hmr: { server } } });
  const latest = cacheApp((module: App) => module.createApp(services, config, auth));
  const answer = getRequestListener(async (request, bindings) =>
    (await latest((await vite.ssrLoadModule("/server/http/app.ts")) as App)).fetch(request, bindings),
  );
  server.on("request", (request, response) => vite.middlewares(request, response, () => answer(request, response)));
  server.listen(config.port, config.host, () => {
    console.log(`The shop is open for work: http://localhost:${config.port}${firstAdmin.way === "link" ? firstAdmin.path : ""}`);
  });

  const stop = async () => {
    server.closeAllConnections();
    await vite.close();
    await services.close();
    await source.close();
    process.exit();
  };
  process.once("SIGINT", stop).once("SIGTERM", stop);
}

/**
 * Caches the app and creates it again only after its module changed: Vite then returns a new
 * module.
 */
function cacheApp<M, A>(make: (module: M) => A): (module: M) => A {
  let made: { module: M; app: A } | null = null;
  return (module) => {
    if (made?.module !== module) made = { module, app: make(module) };
    return made.app;
  };
}

await start().catch((error) => {
  console.error(error instanceof StartProblem ? error.message : error);
  process.exit(1);
});
