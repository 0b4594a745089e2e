import { matchesPattern, readIdPattern } from "#shop/catalogue/id-pattern.ts";
import { ok, type Result, refused, textOf } from "#shop/refusal.ts";
import { readId } from "#shop/stock/ids/id.ts";
import { oddCharactersOf, withOddShown } from "#shop/stock/ids/odd-characters.ts";

/** An ID to hand over: as the admin gave it, as it is stored, and its unit if the shop has it. */
type LineToHandOver = { given: string; value: string; unit: unknown };

/** The most IDs that the sentence names. */
const NAMED_MAX = 5;

/**
 * Refuses with a question (`unusualIdsConfirm`) if an ID has hidden or look-alike characters, does
 * not match the product's pattern, or is not in stock. `isConfirmed`: the admin answered yes.
 * [S4.4]
 */
export function askAboutUnusual(
  lines: readonly LineToHandOver[],
  idPattern: string,
  isConfirmed: boolean,
): Result<null, "unusualIdsConfirm"> {
  if (isConfirmed) return ok(null);
  const read = readIdPattern(idPattern);
  const pattern = read.ok ? read.value : [];
  const unusual = lines.flatMap(({ given, value, unit }) => {
    const removed = readId(given)?.removed ?? [];
    const reasons = [
      ...(removed.length > 0 || oddCharactersOf(value).length > 0 ? [textOf("unusualCharacters")] : []),
      ...(pattern.length > 0 && !matchesPattern(pattern, value) ? [textOf("unlikePattern")] : []),
      ...(unit === null ? [textOf("notInStock")] : []),
    ];
    const id = withOddShown(removed.length > 0 ? given : value);
    return reasons.length > 0 ? [textOf("unusualId", { id, reasons })] : [];
  });
  if (unusual.length === 0) return ok(null);
  const more = unusual.length > NAMED_MAX ? [textOf("moreOfThem", { n: unusual.length - NAMED_MAX })] : [];
  return refused("unusualIdsConfirm", { ids: [...unusual.slice(0, NAMED_MAX), ...more] });
}
