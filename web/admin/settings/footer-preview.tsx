import type { KeyIn } from "#messages/texts.ts";
import { useTexts } from "#web/texts.tsx";
import { Icon, type IconName } from "#web/ui/icon.tsx";

/** What is typed of the shop, by the names of the settings. */
export type TypedShop = Record<(typeof shownInFooter)[number], string>;

/** The settings that the preview shows. */
export const shownInFooter = ["name", "blurb", "supportEmail", "chatUrl", "messagingUrl"] as const;

/** How buyers see the shop's texts and links at the foot of every page, while they are typed. [S1.8] */
export function FooterPreview({ typed }: { typed: TypedShop }) {
  const texts = useTexts("adminSettings");
  const site = useTexts("site");
  const channels = ways.filter(({ from }) => typed[from].trim() !== "");
  return (
    <figure className="look-page">
      <figcaption className="text-sm font-semibold">{texts("whereTheyAppear")}</figcaption>
      <div aria-hidden="true" className="on-night flex flex-col gap-2 rounded-field p-4">
        <p className="font-bold">{typed.name}</p>
        <p className="text-night-soft">{typed.blurb}</p>
        {typed.supportEmail && <p className="break-all">{typed.supportEmail}</p>}
        <p className="flex flex-wrap gap-x-5 gap-y-1">
          {channels.map(({ from, label, icon }) => (
            <span key={from} className="flex items-center gap-2">
              <Icon name={icon} />
              <span>{site(label)}</span>
            </span>
          ))}
        </p>
        {channels.length === 0 && !typed.supportEmail && <p className="text-night-soft">{texts("nothingToReachYou")}</p>}
      </div>
    </figure>
  );
}

const ways = [
  { from: "chatUrl", label: "chat", icon: "chat" },
  { from: "messagingUrl", label: "messaging", icon: "send" },
] as const satisfies { from: keyof TypedShop; label: KeyIn<"site">; icon: IconName }[];
