import { type ComponentProps, type ReactNode, useId } from "react";
import { Button, type ButtonStyle, IconButton } from "./button.tsx";
import { useUiTexts } from "./ui-texts.ts";

/**
 * A modal dialog, the browser's own: it keeps the focus inside, closes with Escape, and makes the
 * page inert. A `DialogButton` with the same `id` opens it. The safe button should have
 * `autoFocus`, as `SafeButton` does.
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
  const texts = useUiTexts();
  return (
    <dialog
      id={id}
      aria-labelledby={titleId}
      onClose={onClose}
      {...{ closedby: "any" }}
      className={isWide ? "dialog dialog-wide" : "dialog"}
    >
      <div className="dialog-head">
        <h2 id={titleId}>{title}</h2>
        <IconButton icon="close" label={texts("close")} {...invoker("close", id)} />
      </div>
      {children}
    </dialog>
  );
}

/** The button that opens a dialog; without JavaScript too, in browsers with invoker commands. */
export function DialogButton({ dialog, ...rest }: ComponentProps<typeof Button> & ButtonStyle & { dialog: string }) {
  return <Button {...rest} aria-haspopup="dialog" {...invoker("show-modal", dialog)} />;
}

/** The button that cancels. It gets the focus when its dialog opens. */
export function SafeButton({ dialog, ...rest }: Omit<ComponentProps<typeof Button>, "onClick"> & { dialog: string }) {
  return <Button ref={markFirst} variant="secondary" autoFocus {...rest} {...invoker("close", dialog)} />;
}

/**
 * React focuses an element with `autoFocus` once but does not write the attribute, which the dialog
 * needs each time it opens.
 */
function markFirst(button: HTMLButtonElement | null) {
  button?.setAttribute("autofocus", "");
}

/** The buttons of a dialog: the safe one first, the action last; stacked on a phone. */
export function DialogActions({ children }: { children: ReactNode }) {
  return <div className="dialog-actions">{children}</div>;
}

/** Opens the dialog with this `id`, if it exists and is closed. */
export function openDialog(id: string): void {
  const dialog = document.getElementById(id);
  if (dialog instanceof HTMLDialogElement && !dialog.open) dialog.showModal();
}

/** Closes the dialog with this `id`, if it exists and is open. */
export function closeDialog(id: string): void {
  const dialog = document.getElementById(id);
  if (dialog instanceof HTMLDialogElement && dialog.open) dialog.close();
}

/** Attributes of an invoker command, with a click handler for browsers without them. */
function invoker(command: "show-modal" | "close", id: string) {
  const act = command === "close" ? closeDialog : openDialog;
  const onClick = () => "commandForElement" in HTMLButtonElement.prototype || act(id);
  return { command, commandfor: id, onClick };
}
