const MISSING_NAMED = 20;

/** Says what a backup has. */
export function inWords(rows: Record<string, number>, files: number): string {
  const counts = { product: rows.products, ID: rows.units, order: rows.orders, account: rows.users, file: files };
  return Object.entries(counts)
    .map(([word, count = 0]) => `${count} ${word}${count === 1 ? "" : "s"}`)
    .join(", ");
}

/** Names the pictures that could not be restored. */
export function missingInWords(missing: string[]): string {
  const more = missing.length - MISSING_NAMED;
  return [
    `Careful: pictures are missing or damaged: ${missing.length}. The rest of the shop is whole. If you find them, put them into the shop's files under these names:`,
    ...missing.slice(0, MISSING_NAMED).map((name) => `  ${name}`),
    ...(more > 0 ? [`  and ${more} more, which npm run shop -- verify names`] : []),
  ].join("\n");
}

/** A backup of rows, as the command names it. */
export type NamedRows = { name: string; at: Date };

/** Says that the log ends before the wanted time, and names the backup of rows if that is nearer. */
export function shortInWords(until: Date, endsAt: Date, rows: NamedRows | undefined): string {
  const said = `Careful: you asked for ${until.toISOString()}, and the log ends at ${endsAt.toISOString()}. What came between is not restored.`;
  return rows === undefined || rows.at <= endsAt
    ? said
    : `${said} Nearer is the backup of rows of ${rows.at.toISOString()}: restore ${rows.name} into another folder if you need it.`;
}
