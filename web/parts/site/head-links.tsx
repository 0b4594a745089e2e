import { LOGO_GROUND, logoPath } from "#shop/settings/look/logo-path.ts";
import type { Theme } from "./theme.ts";

/** The icons, manifest and browser colours of every page. */
export function HeadLinks({ theme, logo }: { theme: Theme | null; logo: string | null }) {
  return (
    <>
      {logo ? (
        <link rel="icon" href={logoPath(logo, 96)} sizes="96x96" />
      ) : (
        <>
          <link rel="icon" href="/favicon.ico" sizes="32x32" />
          <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
        </>
      )}
      <link rel="apple-touch-icon" href={logo ? logoPath(logo, 180) : "/apple-touch-icon.png"} />
      <link rel="manifest" href="/manifest.webmanifest" />
      {theme ? (
        <meta name="theme-color" content={nights[theme]} />
      ) : (
        <>
          <meta name="theme-color" media="(prefers-color-scheme: light)" content={nights.light} />
          <meta name="theme-color" media="(prefers-color-scheme: dark)" content={nights.dark} />
        </>
      )}
    </>
  );
}

/** `--color-night` of both themes in hex, for browsers without OKLCH. */
export const nights = { light: LOGO_GROUND, dark: "#050a16" } as const satisfies Record<Theme, string>;
