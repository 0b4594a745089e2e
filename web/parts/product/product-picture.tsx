import { useEffect, useRef, useState } from "react";
import { imageSizes } from "#shop/catalogue/product-image.ts";
import { isUploadedImage } from "#shop/pictures/uploaded-image.ts";
import { classNames } from "#web/ui/class-names.ts";
import { DrawnPicture } from "./drawn-picture.tsx";

/**
 * A product's image, or a drawing if there is none or it does not load; both take the same space.
 * With `isFirst` an uploaded image is loaded at once. Others load lazily, those from other sites
 * with low priority. Without a `name` it is hidden from screen readers, for places where the name
 * is beside it. [S2.10]
 */
export function ProductPicture({
  image,
  name,
  lang,
  sizes,
  isFirst = false,
  seed,
  className,
}: {
  image: string;
  name: string;
  /** The product's id, from which the drawing's colour and shape follow. */
  seed: string;
  /** The language of the name, if it is not the page's. */
  lang?: string | undefined;
  /** The displayed width as in the `sizes` attribute, so that the browser picks the right file. */
  sizes: string;
  isFirst?: boolean;
  className?: string;
}) {
  const [isBroken, setBroken] = useState(false);
  const picture = useRef<HTMLImageElement>(null);
  useEffect(() => {
    const { current } = picture;
    if (current?.complete && current.naturalWidth === 0) setBroken(true);
  }, []);
  const srcSet = imageSizes(image);
  const isEager = isFirst && isUploadedImage(image);

  return (
    <div lang={lang} aria-hidden={name === "" || undefined} className={classNames("overflow-hidden bg-sunk", className)}>
      {image && !isBroken ? (
        <img
          ref={picture}
          {...(srcSet && { srcSet, sizes })}
          src={image}
          alt={name}
          width={PLACE.width}
          height={PLACE.height}
          loading={isEager ? "eager" : "lazy"}
          fetchPriority={isEager ? "high" : isUploadedImage(image) ? "auto" : "low"}
          decoding="async"
          referrerPolicy="no-referrer"
          onError={() => setBroken(true)}
          className="product-picture"
        />
      ) : (
        <DrawnPicture seed={seed} name={name} />
      )}
    </div>
  );
}

/** The aspect ratio reserved before the styles apply. */
const PLACE = { width: 320, height: 180 };
