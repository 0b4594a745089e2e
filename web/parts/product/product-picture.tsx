import { useEffect, useRef, useState } from "react";
import { imageSizes, isUploadedImage } from "#shop/catalogue/product-image.ts";
import { classNames } from "#web/ui/class-names.ts";

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
  className,
}: {
  image: string;
  name: string;
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
        <DrawnTicket name={name} />
      )}
    </div>
  );
}

/** The aspect ratio reserved before the styles apply. */
const PLACE = { width: 320, height: 180 };

function DrawnTicket({ name }: { name: string }) {
  return (
    <svg
      viewBox="0 0 320 180"
      role="img"
      aria-label={name}
      preserveAspectRatio="xMidYMid slice"
      className="size-full"
      dangerouslySetInnerHTML={drawing}
    />
  );
}

/** As text, because a list draws it twenty times, and React is slower with a dozen elements. */
const drawing = {
  __html: [
    '<rect width="320" height="180" fill="var(--color-sunk)"/>',
    '<path d="M-10 168h340M-10 150h340" stroke="var(--color-line)" stroke-width="4"/>',
    '<path d="M8 142v34M56 142v34M104 142v34M152 142v34M200 142v34M248 142v34M296 142v34" stroke="var(--color-line)" stroke-width="8"/>',
    '<g transform="rotate(-6 160 84)">',
    '<path d="M84 42h152a6 6 0 0 1 6 6v22a14 14 0 0 0 0 28v22a6 6 0 0 1-6 6H84a6 6 0 0 1-6-6V98a14 14 0 0 0 0-28V48a6 6 0 0 1 6-6Z"',
    ' fill="var(--color-sheet)" stroke="var(--color-edge)" stroke-width="2"/>',
    '<path d="M196 48v72" stroke="var(--color-edge)" stroke-width="2" stroke-dasharray="4 6"/>',
    '<path d="M104 66h62M104 84h40M104 102h52" stroke="var(--color-line)" stroke-width="8" stroke-linecap="round"/>',
    '<circle cx="218" cy="74" r="6" fill="var(--color-amber)"/>',
    '<circle cx="218" cy="95" r="6" fill="var(--color-green)"/>',
    "</g>",
  ].join(""),
};
