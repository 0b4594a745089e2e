import { requestCodeAt } from "#shop/orders/request-code.ts";
import type { Migration } from "../migration.server.ts";

/** How many codes one query looks up. */
const CODES_AT_ONCE = 50;
const ROWS_AT_ONCE = 1_000;

/**
 * Gives a code to imported orders without one, or whose code an earlier order has: the next free
 * code, starting at the millisecond when the order was placed. [S3.7]
 */
export async function giveCodes({ client }: Pick<Migration, "client">): Promise<void> {
  await client.query(markRepeated);
  await client.query(
    `declare without_code no scroll cursor for
     select n, created_at as "createdAt" from old_orders where outcome = 'imported' and request_code is null order by created_at, n`,
  );
  // Orders are handled by time, so all codes between this order's time and `from` are taken.
  let from = 0;
  for (;;) {
    const { rows } = await client.query<{ n: string; createdAt: Date }>(`fetch ${ROWS_AT_ONCE} from without_code`);
    for (const { n, createdAt } of rows) {
      const ms = await nextFree({ client }, Math.max(from, createdAt.getTime()));
      await client.query("update old_orders set request_code = $2 where n = $1", [n, requestCodeAt(ms)]);
      from = ms + 1;
    }
    if (rows.length < ROWS_AT_ONCE) break;
  }
  await client.query("close without_code");
}

const markRepeated = `update old_orders w set request_code = null, warnings = array_append(w.warnings, 'codeRepeated')
  from (
    select n, request_code, row_number() over (partition by request_code order by is_copy, created_at, n) as turn
    from old_orders where outcome = 'imported' and request_code is not null
  ) as r where r.n = w.n and (r.turn > 1 or exists (select from orders o where o.request_code = r.request_code))`;

/** Returns the first millisecond at or after `from` whose code is free. */
async function nextFree({ client }: Pick<Migration, "client">, from: number): Promise<number> {
  for (let ms = from; ; ms += CODES_AT_ONCE) {
    const codes = Array.from({ length: CODES_AT_ONCE }, (_, index) => requestCodeAt(ms + index));
    const { rows } = await client.query<{ n: number }>(
      `select n::integer as n from unnest($1::text[]) with ordinality as c (code, n)
       where not exists (select from orders o where o.request_code = code) and not exists (select from old_orders w where w.request_code = code)
       order by n limit 1`,
      [codes],
    );
    if (rows[0]) return ms + rows[0].n - 1;
  }
}
