import { copyOut } from "#platform/database/copy.server.ts";
import { quoted, readShape } from "#platform/database/table-shape.server.ts";
import { withClient } from "#platform/database/with-client.server.ts";
import type { Files } from "#platform/files/files.ts";

/** Every row of every table as text, sorted, because the physical order of rows is arbitrary. */
export async function everyRow(databaseUrl: string): Promise<Record<string, string[]>> {
  return withClient(databaseUrl, async (client) => {
    const tables: Record<string, string[]> = {};
    for (const { name } of await readShape(client)) {
      const blocks: Buffer[] = [];
      for await (const block of copyOut(client, `copy (select * from ${quoted(name)}) to stdout`)) blocks.push(block);
      tables[name] = Buffer.concat(blocks).toString().split("\n").sort();
    }
    return tables;
  });
}

/** Every file with its content in hex. */
export async function everyFile(files: Files): Promise<Record<string, string>> {
  const found: Record<string, string> = {};
  for await (const { key } of files.list()) found[key] = Buffer.from((await files.get(key)) ?? []).toString("hex");
  return found;
}
