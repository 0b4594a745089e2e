import { type ComponentProps, useEffect, useEffectEvent, useRef, useState } from "react";
import { IconButton } from "../button.tsx";
import { sizeText } from "../size-text.ts";
import { useUiTexts } from "../ui-texts.ts";
import { Field, type FieldText } from "./field.tsx";

/** Prepares a chosen picture for upload; `fault` says what is wrong with it. */
export type Prepare = (chosen: File) => Promise<{ picture: File; fault: string | null }>;

/**
 * A field for one picture, with a thumbnail, name, size and a button to remove it. It is a plain
 * file input, so it works without JavaScript. `prepare` converts the picture and may report a
 * fault, which blocks the form. A form submitted during the preparation is sent after it.
 */
export function PictureField({
  label,
  hint,
  error,
  className,
  removeLabel,
  preparingLabel,
  prepare,
  onPicture,
  ...rest
}: Omit<ComponentProps<"input">, "type" | "onChange"> &
  FieldText & {
    removeLabel: string;
    preparingLabel: string;
    prepare: Prepare;
    /** Is told the prepared picture, for a preview elsewhere; null once it is removed. */
    onPicture?: (picture: File | null) => void;
  }) {
  const texts = useUiTexts();
  const input = useRef<HTMLInputElement>(null);
  const preparing = useRef<Promise<void> | null>(null);
  const [picture, setPicture] = useState<File | null>(null);
  const [isPreparing, setPreparing] = useState(false);
  const [fault, setFault] = useState<string | null>(null);

  const make = async (chosen: File) => {
    // If it cannot be prepared here, send the original; the server decides.
    const made = await prepare(chosen).catch(() => ({ picture: chosen, fault: null }));
    if (input.current?.files?.[0] !== chosen) return;
    if (made.picture !== chosen) input.current.files = listOf(made.picture);
    setPicture(made.picture);
    setFault(made.fault);
    onPicture?.(made.fault === null ? made.picture : null);
  };
  const choose = (chosen: File | null) => {
    setPicture(chosen);
    setFault(null);
    if (chosen === null) onPicture?.(null);
    setPreparing(chosen !== null);
    const making: Promise<void> | null = chosen && make(chosen).finally(() => preparing.current === making && finish());
    preparing.current = making;
  };
  const finish = () => {
    preparing.current = null;
    setPreparing(false);
  };
  const remove = () => {
    if (input.current) input.current.value = "";
    choose(null);
    input.current?.focus();
  };
  useSendWhenReady(input, preparing, fault !== null);

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
            className="input input-file"
          />
          {picture && (
            <div className="well flex items-center gap-3 p-2">
              <Thumbnail picture={picture} />
              <span className="min-w-0 flex-1">
                <span title={picture.name} className="line-clamp-1 font-medium break-all">
                  {picture.name}
                </span>
                <span role="status" className="figures block text-sm text-soft">
                  {isPreparing ? preparingLabel : sizeText(picture.size, texts)}
                </span>
              </span>
              <IconButton icon="trash" label={removeLabel} onClick={remove} />
            </div>
          )}
        </>
      )}
    </Field>
  );
}

/** Delays a submit until the picture is prepared; a fault cancels it. */
function useSendWhenReady(
  input: { current: HTMLInputElement | null },
  preparing: { current: Promise<void> | null },
  hasFault: boolean,
): void {
  const isHeld = useRef(false);
  const hold = useEffectEvent(async (event: SubmitEvent) => {
    const isShown = (input.current?.getClientRects().length ?? 0) > 0;
    if (!isShown || (!preparing.current && !hasFault)) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    if (!preparing.current) return input.current?.focus();
    if (isHeld.current) return;
    isHeld.current = true;
    while (preparing.current) await preparing.current;
    isHeld.current = false;
    input.current?.form?.requestSubmit(event.submitter);
  });
  useEffect(() => {
    const form = input.current?.form;
    const listen = (event: SubmitEvent) => void hold(event);
    form?.addEventListener("submit", listen, { capture: true });
    return () => form?.removeEventListener("submit", listen, { capture: true });
  }, [input]);
}

function listOf(picture: File): FileList {
  const transfer = new DataTransfer();
  transfer.items.add(picture);
  return transfer.files;
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
