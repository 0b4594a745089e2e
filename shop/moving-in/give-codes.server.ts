import { requestCodeAt } from "#shop/orders/request-code.ts";
import type { Moving } from "./moving.server.ts";

/** So many codes are looked up at once. */
const CODES_AT_ONCE = 50;

/** Gives orders a code that have none, or one that an earlier order has: the next free one from the millisecond on in which they were placed. [S3.7] */
export async function giveCodes({ client }: Pick<Moving, "client">): Promise<void> {
  await client.query(markRepeated);
  const { rows } = await client.query<{ n: string; createdAt: Date }>(
    `select n, created_at as "createdAt" from old_orders where outcome = 'imported' and request_code is null order by created_at, n`,
  );
  const given = new Set<string>();
  for (const { n, createdAt } of rows) {
    const code = await nextFree({ client }, createdAt.getTime(), given);
    given.add(code);
    await client.query("update old_orders set request_code = $2 where n = $1", [n, code]);
  }
}

const markRepeated = `update old_orders w set request_code = null, oddities = array_append(w.oddities, 'codeRepeated')
  from (
    select n, request_code, row_number() over (partition by request_code order by created_at, n) as turn
    from old_orders where outcome = 'imported' and request_code is not null
  ) as r where r.n = w.n and (r.turn > 1 or exists (select from orders o where o.request_code = r.request_code))`;

async function nextFree({ client }: Pick<Moving, "client">, from: number, given: ReadonlySet<string>): Promise<string> {
  for (let ms = from; ; ms += CODES_AT_ONCE) {
    const codes = Array.from({ length: CODES_AT_ONCE }, (_, index) => requestCodeAt(ms + index)).filter((code) => !given.has(code));
    const { rows } = await client.query<{ code: string }>(
      `select code from unnest($1::text[]) with ordinality as c (code, n)
       where not exists (select from orders o where o.request_code = code) and not exists (select from old_orders w where w.request_code = code)
       order by n limit 1`,
      [codes],
    );
    if (rows[0]) return rows[0].code;
  }
}
