import { rotateSecret } from "#shop/secret/rotate-secret.server.ts";

/** Changes a secret and is killed at one of its steps, as a machine that loses its power: `node rotate-and-die.ts <database> <data folder> <from> <to> <step>`. */
const [databaseUrl = "", dataDir = "", from = "", to = "", step = ""] = process.argv.slice(2);
await rotateSecret({ databaseUrl, dataDir }, { from, to, isKept: true }, ({ doing, done }) => {
  if (`${doing} ${done}` === step) process.kill(process.pid, "SIGKILL");
});
