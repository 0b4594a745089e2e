import { type ComponentProps, useEffect, useRef, useState } from "react";
import { IconButton } from "./button.tsx";
import { Field, type FieldText } from "./field.tsx";
import { fileLook } from "./file-look.ts";
import { sizeText } from "./size-text.ts";

/**
 * One picture: chosen, shown small with its name and size, and removed again. It stays a plain file input, so that a form without script sends it.
 * `faultOf` says at once what is wrong with a picture; the browser does not send it then.
 */
export function PictureField({
  label,
  hint,
  error,
  className,
  removeLabel,
  faultOf,
  onPicture,
  ...rest
}: Omit<ComponentProps<"input">, "type" | "onChange"> &
  FieldText & { removeLabel: string; faultOf?: (picture: File) => string | null; onPicture?: (picture: File | null) => void }) {
  const input = useRef<HTMLInputElement>(null);
  const [picture, setPicture] = useState<File | null>(null);
  const fault = picture && faultOf ? faultOf(picture) : null;
  const choose = (chosen: File | null) => {
    setPicture(chosen);
    input.current?.setCustomValidity((chosen && faultOf?.(chosen)) ?? "");
    onPicture?.(chosen);
  };
  const remove = () => {
    if (input.current) input.current.value = "";
    choose(null);
    input.current?.focus();
  };

  return (
    <Field label={label} hint={hint} error={fault ?? error} className={className}>
      {(tied) => (
        <>
          <input
            {...rest}
            {...tied}
            ref={input}
            type="file"
            onChange={({ target }) => choose(target.files?.[0] ?? null)}
            className={fileLook}
          />
          {picture && (
            <div className="flex items-center gap-3 rounded-field border border-line bg-sunk p-2">
              <Thumbnail picture={picture} />
              <span className="min-w-0 flex-1">
                <span title={picture.name} className="line-clamp-1 font-medium break-all">
                  {picture.name}
                </span>
                <span className="figures block text-sm text-soft">{sizeText(picture.size)}</span>
              </span>
              <IconButton icon="trash" label={removeLabel} onClick={remove} />
            </div>
          )}
        </>
      )}
    </Field>
  );
}

function Thumbnail({ picture }: { picture: File }) {
  const [url, setUrl] = useState<string | null>(null);
  useEffect(() => {
    const made = URL.createObjectURL(picture);
    setUrl(made);
    return () => URL.revokeObjectURL(made);
  }, [picture]);
  return (
    <span className="size-14 shrink-0 overflow-hidden rounded-md bg-line">
      {url && <img src={url} alt="" className="size-full object-cover" />}
    </span>
  );
}
