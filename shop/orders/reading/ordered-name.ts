import type { ShownText } from "#shop/translations.ts";

type Named = { productName: string; productNames: Record<string, string> | null };

/**
 * The name of an order's product for a reader of this language, as it was when the order was placed.
 * [S3.4] [S11.2]
 */
export function orderedName({ productName, productNames }: Named, language: string): ShownText {
  const names = new Map(Object.entries(productNames ?? {}));
  const name = names.get(language);
  if (name !== undefined) return { text: name };
  const [lang] = [...names].find(([, known]) => known === productName) ?? [];
  return { text: productName, ...(lang && { lang }) };
}
