import { useEffect, useRef, useState } from "react";
import { IMAGE_MAX_BYTES } from "#shop/pictures/constants.ts";
import { accentOf, isColour, ownAccent } from "#shop/settings/look/accent.ts";
import { logoPath } from "#shop/settings/look/logo-path.ts";
import type { LookPicture } from "#shop/settings/look/look-pictures.ts";
import type { ShopSettings } from "#shop/settings/shop-settings.ts";
import { imagePreparation } from "#web/parts/forms/lazy-picture-preparation.ts";
import { useTexts } from "#web/texts.tsx";
import { PictureField } from "#web/ui/fields/picture-field.tsx";
import { TextField } from "#web/ui/fields/text-field.tsx";
import { TickField } from "#web/ui/fields/tick-field.tsx";
import { Sheet } from "#web/ui/sheet.tsx";
import { sizeText } from "#web/ui/size-text.ts";
import { LandingOrder } from "./landing-order.tsx";
import { LookPreview } from "./look-preview.tsx";
import type { SettingsFields } from "./settings-form.tsx";

/**
 * Logo, colour, and the landing page's picture and order, with a preview of what is chosen but not
 * saved yet. Without script everything but the order can be changed. [S12.12]
 */
export function LookSection({ fields, settings }: { fields: SettingsFields; settings: Pick<ShopSettings, "name" | LookPicture> }) {
  const texts = useTexts("adminSettings");
  const { text, tick, errorOf } = fields;
  const stored = { logo: settings.logo ?? "", accent: text("accent").defaultValue, picture: settings.landingPicture ?? "" };
  const shows = tick("showsLandingPicture");
  const [accent, setAccent] = useState(stored.accent || ownAccent.light);
  const [isOwn, setOwn] = useState(stored.accent === "" || text("isOwnColour").defaultValue === "on");
  const [showsPicture, setShowsPicture] = useState(shows.isTicked);
  const logo = usePicture(stored.logo && logoPath(stored.logo, 96));
  const picture = usePicture(stored.picture);
  const colour = isOwn || !isColour(accent) ? null : accentOf(accent);
  return (
    <div className="look">
      <div className="flex min-w-0 flex-col gap-4">
        <Sheet title={texts("logo")}>
          <KeptPicture name="logo" {...logo.kept(stored.logo)} title={texts("logoNow")} label={texts("keepLogo")} />
          <PictureField
            key={stored.logo}
            label={texts("uploadLogo")}
            name="logoUpload"
            accept="image/*"
            hint={texts("logoHint", { size: sizeText(IMAGE_MAX_BYTES) })}
            error={errorOf("logoUpload")}
            onPicture={logo.choose}
            {...inPicture(texts)}
          />
        </Sheet>
        <Sheet title={texts("colour")}>
          <div onChange={({ target }) => setOwn((target as HTMLInputElement).checked)}>
            <TickField label={texts("ownColour")} text={texts("ownColourHint")} name="isOwnColour" isTicked={isOwn} />
          </div>
          <TextField
            label={texts("accent")}
            hint={texts("accentHint")}
            name="accent"
            type="color"
            defaultValue={accent}
            onChange={({ target }) => {
              setAccent(target.value);
              setOwn(false);
              const tick = target.form?.elements.namedItem("isOwnColour");
              if (tick instanceof HTMLInputElement) tick.checked = false;
            }}
            error={errorOf("accent")}
            fieldClassName="max-w-32"
          />
          {colour && (colour.light !== accent || colour.dark !== accent) && (
            <p role="status" className="field-hint">
              {texts("accentChanged")}
            </p>
          )}
        </Sheet>
        <Sheet title={texts("landingPage")}>
          <div onChange={({ target }) => setShowsPicture((target as HTMLInputElement).checked)}>
            <TickField label={texts("showsLandingPicture")} text={texts("showsLandingPictureHint")} {...shows} />
          </div>
          <KeptPicture
            name="landingPicture"
            {...picture.kept(stored.picture)}
            title={texts("landingPictureNow")}
            label={texts("keepLandingPicture")}
          />
          <PictureField
            key={stored.picture}
            label={texts("uploadLandingPicture")}
            name="landingPictureUpload"
            accept="image/*"
            hint={texts("uploadLandingPictureHint", { size: sizeText(IMAGE_MAX_BYTES) })}
            error={errorOf("landingPictureUpload")}
            onPicture={picture.choose}
            {...inPicture(texts)}
          />
          <LandingOrder key={text("landingSections").defaultValue} stored={text("landingSections").defaultValue} />
        </Sheet>
      </div>
      <LookPreview
        shopName={settings.name}
        logo={logo.shown}
        accent={colour}
        picture={showsPicture ? (picture.shown ?? "drawing") : null}
      />
    </div>
  );
}

function inPicture(texts: ReturnType<typeof useTexts<"adminSettings">>) {
  const limit = sizeText(IMAGE_MAX_BYTES);
  const prepare = imagePreparation({ notAPicture: texts("imageNotAPicture"), tooBig: texts("imageTooBig", { limit }) });
  return { removeLabel: texts("removePicture"), preparingLabel: texts("pictureBeingPrepared"), prepare };
}

/** A picture as the form has it: the chosen file, or else the stored one while it is kept. */
function usePicture(stored: string) {
  const [chosen, setChosen] = useState<string | null>(null);
  const [isKept, setKept] = useState(true);
  const made = useRef<string | null>(null);
  // Another stored picture empties the field of the chosen one.
  useEffect(() => setChosen(null), [stored]);
  const choose = (file: File | null) => {
    if (made.current) URL.revokeObjectURL(made.current);
    made.current = file && URL.createObjectURL(file);
    setChosen(made.current);
  };
  return {
    shown: chosen ?? (stored && isKept ? stored : null),
    choose,
    kept: (path: string) => ({ path, shown: stored, onKept: setKept }),
  };
}

/** The picture there is, with a tick to keep it. Without the tick it goes when the form is saved. */
function KeptPicture(props: {
  name: string;
  path: string;
  shown: string;
  title: string;
  label: string;
  onKept: (isKept: boolean) => void;
}) {
  const { name, path, shown, title, label, onKept } = props;
  if (!path) return null;
  return (
    <div key={path} className="flex items-center gap-4">
      <img src={shown} alt={title} className="well size-16 shrink-0 object-contain" />
      <label className="flex min-h-11 cursor-pointer items-center gap-2 font-semibold">
        <input
          type="checkbox"
          name={name}
          value={path}
          defaultChecked
          onChange={({ target }) => onKept(target.checked)}
          className="checkbox"
        />
        {label}
      </label>
    </div>
  );
}
