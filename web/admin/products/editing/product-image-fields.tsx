import { useRef, useState } from "react";
import { IMAGE_URL_MAX_LENGTH } from "#shop/catalogue/constants.ts";
import { IMAGE_MAX_BYTES } from "#shop/pictures/constants.ts";
import { isUploadedImage } from "#shop/pictures/uploaded-image.ts";
import { imagePreparation } from "#web/parts/forms/lazy-picture-preparation.ts";
import { useTexts } from "#web/texts.tsx";
import { IconButton } from "#web/ui/button.tsx";
import { PictureField } from "#web/ui/fields/picture-field.tsx";
import { TextField } from "#web/ui/fields/text-field.tsx";
import { sizeText } from "#web/ui/size-text.ts";

/** A product's image: a link, an upload, or the current picture, with previews. [S5.8] */
export function ProductImageFields({
  current,
  isRetained,
  link,
  linkError,
  uploadError,
}: {
  /** The product's current image. */
  current: string;
  isRetained: boolean;
  link: string | undefined;
  linkError: string | null;
  uploadError: string | null;
}) {
  const texts = useTexts("adminProductForm");
  return (
    <>
      {isUploadedImage(current) && <CurrentPicture key={current} path={current} isRetained={isRetained} />}
      <ImageLink link={link ?? ""} error={linkError} />
      <PictureField
        label={texts("uploadPicture")}
        name="imageUpload"
        accept="image/*"
        hint={texts("uploadPictureHint", { size: sizeText(IMAGE_MAX_BYTES) })}
        error={uploadError}
        removeLabel={texts("removePicture")}
        preparingLabel={texts("pictureBeingPrepared")}
        prepare={imagePreparation({
          notAPicture: texts("imageNotAPicture"),
          tooBig: texts("imageTooBig", { limit: sizeText(IMAGE_MAX_BYTES) }),
        })}
      />
    </>
  );
}

const BEGINNING = "https://";

/** A link to a picture, with a preview once the URL is complete and a button to remove it. */
function ImageLink({ link, error }: { link: string; error: string | null }) {
  const texts = useTexts("adminProductForm");
  const [typed, setTyped] = useState(link);
  const input = useRef<HTMLInputElement>(null);
  const address = /^https?:\/\/[^/]+\/./i.test(typed) && URL.canParse(typed) ? typed : null;
  const remove = () => {
    if (input.current) input.current.value = "";
    setTyped("");
    input.current?.focus();
  };
  return (
    <div className="flex flex-col gap-2">
      <TextField
        ref={input}
        label={texts("imageLink")}
        name="image"
        type="url"
        inputMode="url"
        placeholder={BEGINNING}
        pattern="https?://.+"
        title={texts("imageUrlInvalid")}
        defaultValue={link}
        maxLength={IMAGE_URL_MAX_LENGTH}
        autoComplete="off"
        onChange={({ target }) => setTyped(target.value.trim())}
        error={error}
      />
      {address && <LinkedPicture key={address} address={address} onRemove={remove} />}
    </div>
  );
}

function LinkedPicture({ address, onRemove }: { address: string; onRemove: () => void }) {
  const texts = useTexts("adminProductForm");
  const [isBroken, setBroken] = useState(false);
  return (
    <div className="well flex items-center gap-3 p-2">
      {!isBroken && (
        <img
          src={address}
          alt={texts("linkedPicture")}
          referrerPolicy="no-referrer"
          onError={() => setBroken(true)}
          className="aspect-video w-24 shrink-0 rounded-md bg-line object-cover"
        />
      )}
      <p role="status" className="min-w-0 flex-1 text-sm text-soft">
        {isBroken ? texts("imageLinkNotLoaded") : <span className="block truncate">{address}</span>}
      </p>
      <span className="scripted">
        <IconButton icon="trash" label={texts("removeLink")} onClick={onRemove} />
      </span>
    </div>
  );
}

function CurrentPicture({ path, isRetained }: { path: string; isRetained: boolean }) {
  const texts = useTexts("adminProductForm");
  return (
    <div className="flex items-center gap-4">
      <img src={path} alt={texts("currentPicture")} className="well aspect-video w-24 shrink-0 object-cover sm:w-32" />
      <div className="min-w-0">
        <label className="flex min-h-11 cursor-pointer items-center gap-2 font-semibold">
          <input type="checkbox" name="keptImage" value={path} defaultChecked={isRetained} className="checkbox" />
          {texts("keepPicture")}
        </label>
        <p className="text-sm text-soft">{texts("keepPictureHint")}</p>
      </div>
    </div>
  );
}
