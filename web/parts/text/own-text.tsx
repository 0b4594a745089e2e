import type { ComponentProps } from "react";
import { useLanguage } from "#web/texts.tsx";

/**
 * A text that is not from the catalogue, such as a product's name. Its language is marked where it
 * is known and is not the page's. [S11.2]
 */
export function OwnText({ language, ...rest }: Omit<ComponentProps<"span">, "lang"> & { language: string | null }) {
  const page = useLanguage();
  return <span {...rest} lang={language === null || language === page ? undefined : language} />;
}
