import { rotateSecret } from "#shop/secret/rotate-secret.server.ts";

/**
 * Rotates a secret and kills itself at one of the steps, like a power failure: `node
 * rotate-and-die.ts <database> <data folder> <from> <to> <step>`.
 */
const [databaseUrl = "", dataDir = "", from = "", to = "", step = ""] = process.argv.slice(2);
await rotateSecret({ databaseUrl, dataDir }, { from, to, isStored: true }, ({ doing, done }) => {
  if (`${doing} ${done}` === step) process.kill(process.pid, "SIGKILL");
});
