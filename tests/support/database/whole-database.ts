import type { TestShop } from "../shop/shop.ts";

/** Every row of every table, including the jobs', as text, with bytes in hex. */
export async function wholeDatabase({ services }: Pick<TestShop, "services">): Promise<Map<string, string[]>> {
  const { rows: tables } = await services.db.$client.query<{ name: string }>(
    `select format('%I.%I', table_schema, table_name) as name from information_schema.tables
     where table_type = 'BASE TABLE' and table_schema not in ('pg_catalog', 'information_schema')`,
  );
  const dumped = new Map<string, string[]>();
  for (const { name } of tables) {
    const { rows } = await services.db.$client.query<{ row: string }>(`select t::text as row from ${name} t`);
    dumped.set(
      name,
      rows.map(({ row }) => row),
    );
  }
  return dumped;
}

/**
 * The tables that contain a text unencrypted: as it is, or as the hex of its characters, its base64
 * or its hex.
 */
export function tablesWith(dumped: Map<string, string[]>, text: string): string[] {
  const asBytes = [Buffer.from(text), Buffer.from(text, "base64"), Buffer.from(text, "hex")].filter((bytes) => bytes.length >= 8);
  const spellings = [text, ...asBytes.map((bytes) => bytes.toString("hex"))].map((spelling) => spelling.toLowerCase());
  return [...dumped]
    .filter(([, rows]) => rows.some((row) => spellings.some((spelling) => row.toLowerCase().includes(spelling))))
    .map(([name]) => name);
}
