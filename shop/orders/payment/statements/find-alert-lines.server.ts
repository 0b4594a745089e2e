import { sql } from "drizzle-orm";
import type { Tx } from "#platform/database/open.server.ts";
import { sha256 } from "#platform/encryption/vault.server.ts";
import type { StatementLine } from "#shop/payments/statements/statement-line.ts";

/**
 * Finds the alerts that brought the same money as lines of a file: by amount, about the same day,
 * and the UTR that the alert names, which has to be the line's own where the bank has a place for
 * it. One that names none is found by a number in it that is such a UTR, or by an amount in paise on
 * its day or the next one. Returns the
 * fingerprints of theirs by the identities of the lines; each alert is of one line, of that with its
 * sure UTR before one in which a payer wrote it. One query, whatever the number of lines. [S16.4] [S16.8]
 */
export async function findAlertLines(db: Pick<Tx, "execute">, lines: readonly StatementLine[]): Promise<Map<string, Buffer>> {
  const column = <T>(value: (line: StatementLine) => T) => sql.param(lines.map(value));
  const { rows } = await db.execute<{ n: number; fingerprint: Buffer }>(sql`
    select (u.n - 1)::integer as n, l.fingerprint
    from unnest(${column(({ paise }) => paise)}::bigint[], ${column(({ bookedOn }) => bookedOn)}::date[],
      ${column(({ numbers }) => numbers.join(" "))}::text[],
      ${column(({ utr, trust }) => (trust === "sure" || trust === "placed" ? utr : null))}::text[], ${column(({ identity }) => sha256(identity))}::bytea[])
      with ordinality as u (paise, day, numbers, utr, print, n)
    join statement_lines l on l.sent_at is not null and l.paise = u.paise
      and (l.fingerprint = u.print or u.day between l.day - 1 and l.day + 1 and case
        when l.reference is null then u.utr = any(l.numbers) or u.paise % 100 <> 0 and u.day >= l.day
        when u.utr is null then l.reference = any(string_to_array(u.numbers, ' '))
        else l.reference = u.utr end)
    order by l.fingerprint <> u.print, l.reference is null, u.n, l.id`);
  const taken = new Set<string>();
  const found = new Map<string, Buffer>();
  for (const { n, fingerprint } of rows) {
    const identity = lines[n]?.identity;
    const print = fingerprint.toString("hex");
    if (identity === undefined || found.has(identity) || taken.has(print)) continue;
    taken.add(print);
    found.set(identity, fingerprint);
  }
  return found;
}
