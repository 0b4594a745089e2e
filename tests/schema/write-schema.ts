// `npm run schema`: writes platform/database/schema.sql and functions/, and what docs/data.md says of
// each exported column, from a database with all migrations.
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { openEmbedded } from "#platform/database/embedded/embedded.server.ts";
import { migrate } from "#platform/database/migrate.server.ts";
import { closeDatabase, openDatabase } from "#platform/database/open.server.ts";
import { withClient } from "#platform/database/with-client.server.ts";
import { dataDocument, dataHeading, describeData } from "./describe-data.ts";
import { describeSchema } from "./describe-schema.ts";

const target = "platform/database";
const folder = await mkdtemp(join(tmpdir(), "trackside-schema-"));
const postgres = await openEmbedded(folder, { settings: { fsync: "off" } });
try {
  const db = openDatabase(postgres.url);
  await migrate(db);
  await closeDatabase(db);
  const page = await withClient(postgres.url, describeSchema);
  await mkdir(join(target, "functions"), { recursive: true });
  for (const name of await readdir(join(target, "functions")))
    if (!page.has(`functions/${name}`)) await rm(join(target, "functions", name));
  for (const [name, text] of page) await writeFile(join(target, name), text);
  const [prose = ""] = (await readFile(dataDocument, "utf8")).split(dataHeading);
  await writeFile(dataDocument, prose + (await withClient(postgres.url, describeData)));
  console.log(`${join(target, "schema.sql")} and ${page.size - 1} functions are written (${dirname(join(target, "functions/x"))}).`);
} finally {
  await postgres.close();
  await rm(folder, { recursive: true, force: true });
}
