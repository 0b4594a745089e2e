import { randomBytes, randomUUID } from "node:crypto";
import { Client } from "pg";
import { copyIn, copyOut } from "#platform/database/copy.server.ts";
import { benchVault } from "./pgbench.ts";

/** The size of the rows' pieces as they are sent. */
const PIECE_ROWS = 1_000;
/** As in the shop: the same columns, checks, indexes and references, without what the ledger does beside. */
const TABLES = `
  create schema yard;
  create table yard.units (like public.units including all);
  alter table yard.units add foreign key (product_id) references public.products;
  create table yard.free_units (like public.free_units including all);
  alter table yard.free_units add foreign key (unit_id) references yard.units`;

/** The yardstick: PostgreSQL's own COPY on a connection of its own, of rows that were made before. */
export async function openYard(url: string) {
  const client = new Client({ connectionString: url });
  await client.connect();
  await client.query(TABLES);

  return {
    /** So many IDs and as many rows that say they are free, into tables like the shop's, in one transaction: rows a second. */
    async copyIn(ids: number): Promise<number> {
      const product = randomUUID();
      await client.query("truncate yard.units, yard.free_units");
      await client.query(
        "insert into products (id, name, price_paise, created_at, updated_at, hidden_at) values ($1, 'Yard', 1, now(), now(), now())",
        [product],
      );
      const unitRows = pieces(ids, (n) => {
        const value = randomBytes(16).toString("hex");
        const [sealed, print] = [benchVault.seal(value), benchVault.fingerprint(value)];
        return `${n}\t${product}\t\\\\x${sealed.toString("hex")}\t\\\\x${print.toString("hex")}\t2026-01-01\n`;
      });
      const freeRows = pieces(ids, (n) => `${product}\t${n}\n`);
      const begun = performance.now();
      await client.query("begin");
      await copyIn(client, "copy yard.units (id, product_id, value, fingerprint, imported_at) from stdin", stream(unitRows));
      await copyIn(client, "copy yard.free_units (product_id, unit_id) from stdin", stream(freeRows));
      await client.query("commit");
      return perSecond(ids, begun);
    },
    /** The IDs of a product as they are kept, in their order: rows a second. */
    async copyOut(productId: string): Promise<number> {
      const begun = performance.now();
      let rows = 0;
      const read = copyOut(client, `copy (select value from units where product_id = '${productId}' order by id) to stdout`);
      for await (const chunk of read) for (const byte of chunk) if (byte === 10) rows += 1;
      return perSecond(rows, begun);
    },
    close: () => client.end(),
  };
}

function pieces(rows: number, row: (n: number) => string): Buffer[] {
  const all: Buffer[] = [];
  for (let n = 1; n <= rows; n += PIECE_ROWS) {
    all.push(Buffer.from(Array.from({ length: Math.min(PIECE_ROWS, rows - n + 1) }, (_, k) => row(n + k)).join("")));
  }
  return all;
}

async function* stream(chunks: Buffer[]): AsyncGenerator<Buffer> {
  yield* chunks;
}

function perSecond(rows: number, begun: number): number {
  return rows / ((performance.now() - begun) / 1_000);
}
