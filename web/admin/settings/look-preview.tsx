import { type Accent, ownAccent } from "#shop/settings/look/accent.ts";
import { nights } from "#web/parts/site/head-links.tsx";
import { ShopMark } from "#web/parts/site/shop-mark.tsx";
import type { Theme } from "#web/parts/site/theme.ts";
import { useTexts } from "#web/texts.tsx";
import { Icon } from "#web/ui/icon.tsx";
import { Sheet } from "#web/ui/sheet.tsx";

type Props = {
  shopName: string;
  /** The address of the logo; null is the shop's own. */
  logo: string | null;
  /** Null is the shop's own blue. */
  accent: Accent | null;
  /** The address of the landing page's picture, or the shop's drawing; null is none. */
  picture: string | null;
};

/** How the shop would look, on light and on dark pages. [S12.12] */
export function LookPreview({ accent, ...shop }: Props) {
  const texts = useTexts("adminSettings");
  return (
    <Sheet title={texts("previewOfLook")} className="look-preview">
      {(["light", "dark"] as const).map((theme) => (
        <Page key={theme} {...shop} theme={theme} accent={(accent ?? ownAccent)[theme]} />
      ))}
      <p className="field-hint">{texts("previewHint")}</p>
    </Sheet>
  );
}

type PageProps = Omit<Props, "accent"> & { theme: Theme; accent: string };

/** A small page of one theme, whatever the theme of this page is: a picture, nothing to use. */
function Page({ shopName, logo, picture, theme, accent }: PageProps) {
  const texts = useTexts("adminSettings");
  const { ground, ink, onAccent } = themes[theme];
  return (
    <figure className="look-page">
      <figcaption className="text-sm text-soft">{texts(themes[theme].title)}</figcaption>
      <div aria-hidden="true" className="overflow-hidden rounded-field border border-line">
        <div className="look-head" style={{ background: nights[theme] }}>
          <p>
            {logo ? <img src={logo} alt="" className="look-logo" /> : <ShopMark />}
            <span className="truncate">{shopName}</span>
          </p>
          {picture && <img src={picture === "drawing" ? "/share.png" : picture} alt="" className="look-picture" />}
        </div>
        <div className="flex flex-col gap-2 p-3 font-semibold" style={{ background: ground, color: ink }}>
          <span>{texts("previewProduct")}</span>
          <span style={{ color: accent }} className="underline">
            {texts("previewLink")}
          </span>
          <span className="button" style={{ background: accent, color: onAccent }}>
            <Icon name="ticket" />
            {texts("previewButton")}
          </span>
        </div>
      </div>
    </figure>
  );
}

/** `--color-sheet`, `-ink` and `-on-action` of both themes in hex: a page has the tokens of one theme alone. */
export const themes = {
  light: { title: "previewLight", ground: "#fffefd", ink: "#161f37", onAccent: "#ffffff" },
  dark: { title: "previewDark", ground: "#171e2e", ink: "#edf0f6", onAccent: "#09122a" },
} as const satisfies Record<Theme, object>;
