import { asideHere } from "#platform/aside/aside.ts";
import { receiveOrder } from "#platform/aside/aside-process.server.ts";
import { readConfig } from "#platform/config.server.ts";
import { asideDeeds } from "./aside-deeds.ts";
import { openServices } from "./services.ts";

// Does one deed for the process that began this one, and ends. Where it is told to leave it leaves at once: the database undoes what was not done.
const { deed, about, databaseUrl } = await receiveOrder();
const config = readConfig(process.env);
const source = { url: databaseUrl, isNew: false, noteAddress: async () => {}, close: async () => {} };
const services = await openServices(config, source, { worker: "aside" });
try {
  await asideHere(asideDeeds({ ...services, files: services.patientFiles })).do(deed, about);
} catch (error) {
  services.log.error("a deed failed aside", error, { deed });
  process.exitCode = 1;
} finally {
  await services.close();
}
// The way to who began it would keep it here.
process.exit();
