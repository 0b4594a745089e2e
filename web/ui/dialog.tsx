import { type ComponentProps, type ReactNode, useId } from "react";
import { Button, type ButtonLook, IconButton } from "./button.tsx";
import { classNames } from "./class-names.ts";

/**
 * A dialog in front of the page: the browser's own, so focus stays in it, Escape closes it and the page behind is inert. It is opened by a
 * `DialogButton` of the same `id`. Put `autoFocus` on the safe button: `SafeButton` has it.
 */
export function Dialog({
  id,
  title,
  children,
  isWide = false,
  onClose,
}: {
  id: string;
  title: ReactNode;
  children: ReactNode;
  isWide?: boolean;
  onClose?: () => void;
}) {
  const titleId = useId();
  return (
    <dialog
      id={id}
      aria-labelledby={titleId}
      onClose={onClose}
      {...{ closedby: "any" }}
      className={classNames(
        "max-h-[calc(100dvh-2rem)] w-[calc(100%-2rem)] overflow-y-auto rounded-sheet border border-line bg-sheet p-4 text-ink shadow-raised open:animate-appear sm:p-6",
        "backdrop:bg-[oklch(0.12_0.03_266/0.6)]",
        isWide ? "max-w-3xl" : "max-w-lg",
      )}
    >
      <div className="flex flex-col gap-4">
        <div className="flex items-start justify-between gap-3">
          <h2 id={titleId} className="pt-2 text-xl">
            {title}
          </h2>
          <IconButton icon="close" label="Close" {...invoker("close", id)} className="-me-2" />
        </div>
        {children}
      </div>
    </dialog>
  );
}

/** The button that opens a dialog; it works before and without script where the browser knows how. */
export function DialogButton({ dialog, ...rest }: ComponentProps<typeof Button> & ButtonLook & { dialog: string }) {
  return <Button {...rest} aria-haspopup="dialog" {...invoker("show-modal", dialog)} />;
}

/** The button that leaves everything as it is. It has the focus when its dialog opens. */
export function SafeButton({ dialog, ...rest }: Omit<ComponentProps<typeof Button>, "onClick"> & { dialog: string }) {
  return <Button ref={markFirst} variant="secondary" autoFocus {...rest} {...invoker("close", dialog)} />;
}

/** In the browser React itself focuses what has `autoFocus`, once, and does not write the attribute by which a dialog knows what to focus when it opens. */
function markFirst(button: HTMLButtonElement | null) {
  button?.setAttribute("autofocus", "");
}

/** The buttons at a dialog's foot: the safe one first, the deed last; above each other on a phone. */
export function DialogActions({ children }: { children: ReactNode }) {
  return <div className="flex flex-col gap-2 sm:flex-row sm:justify-end">{children}</div>;
}

/** Opens the dialog of that id, if it is there and closed. */
export function openDialog(id: string): void {
  const dialog = document.getElementById(id);
  if (dialog instanceof HTMLDialogElement && !dialog.open) dialog.showModal();
}

/** Closes the dialog of that id, if it is there and open. */
export function closeDialog(id: string): void {
  const dialog = document.getElementById(id);
  if (dialog instanceof HTMLDialogElement && dialog.open) dialog.close();
}

/** Lets the browser do it, which needs no script; one that does not know how is helped. */
function invoker(command: "show-modal" | "close", id: string) {
  const act = command === "close" ? closeDialog : openDialog;
  const onClick = () => "commandForElement" in HTMLButtonElement.prototype || act(id);
  return { command, commandfor: id, onClick };
}
