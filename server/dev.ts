import { createServer } from "node:http";
import { getRequestListener } from "@hono/node-server";
import { createServer as createVite } from "vite";
import { readConfig } from "#platform/config.server.ts";
import { StartProblem } from "#platform/start-problem.ts";
import { openAuth } from "#shop/accounts/auth.server.ts";
import { openFirstAdmin } from "#shop/accounts/first-admin.server.ts";
import { openSource } from "./database-source.ts";
import { seedSampleData } from "./sample-data.ts";
import { openServices } from "./services.ts";

type App = typeof import("./app.ts");

/** The shop while it is worked on: Vite makes each file as it is asked for, and a change shows at once. */
async function start(): Promise<void> {
  const config = readConfig(process.env);
  const source = await openSource(config, console.log);
  const services = await openServices(config, source);
  const auth = openAuth(services, { appUrl: config.appUrl ?? `http://localhost:${config.port}`, secret: services.secret });
  if (source.isNew && config.hasSampleData && !config.isPublic) await seedSampleData(services);
  const firstAdmin = await openFirstAdmin(services, auth, config.admin);
  if (firstAdmin.way === "refused") throw new StartProblem(`ADMIN_PASSWORD: ${firstAdmin.refusal.sentence}`);

  const server = createServer();
  const vite = await createVite({ appType: "custom", server: { middlewareMode: true, hmr: { server } } });
  const latest = keepMaking((module: App) => module.createApp(services, config, auth, firstAdmin.link));
  const answer = getRequestListener(async (request, bindings) =>
    (await latest((await vite.ssrLoadModule("/server/app.ts")) as App)).fetch(request, bindings),
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

/** Makes the app anew when its module was: Vite hands out a new one after a change. */
function keepMaking<M, A>(make: (module: M) => A): (module: M) => A {
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
