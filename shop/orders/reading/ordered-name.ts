import type { ShownText } from "#shop/translations.ts";

type Named = { productName: string; productNames: Record<string, string> | null };

/**
 * The name of an order's product for a reader of this language, as it was when the order was
 * placed. [S3.4] [S11.2]
 */
export function orderedName({ productName, productNames }: Named, language: string): ShownText {
  const names = new Map(Object.entries(productNames ?? {}));
  const name = names.get(language);
  if (name !== undefined) return { text: name };
  const lang = languageOfName({ productName, productNames });
  return { text: productName, ...(lang && { lang }) };
}

/** The language of the name that admins see; null if the names were not copied. */
export function languageOfName({ productName, productNames }: Named): string | null {
  const [language] = Object.entries(productNames ?? {}).find(([, name]) => name === productName) ?? [];
  return language ?? null;
}
