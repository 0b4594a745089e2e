import type { ComponentProps, MouseEvent, ReactNode } from "react";
import { Link } from "react-router";
import { classNames } from "./class-names.ts";
import { Icon, type IconName, Spinner } from "./icon.tsx";

const variants = {
  primary: "bg-action text-on-action hover:bg-action-strong",
  secondary: "bg-sheet text-ink border border-edge hover:bg-sunk",
  quiet: "text-action hover:bg-action-tint",
  danger: "bg-red-strong text-on-action hover:bg-red-ink",
  dangerQuiet: "text-red-ink border border-red-ink/60 hover:bg-red-tint",
  night: "bg-amber text-[oklch(0.2_0.05_266)] hover:brightness-105",
  nightQuiet: "text-on-night border border-night-soft/60 hover:bg-night-raised",
};

const sizes = { normal: "min-h-11 px-4 py-2", large: "min-h-13 px-6 py-3 text-lg", icon: "size-11 shrink-0" };

const shape =
  "inline-flex items-center justify-center gap-2 rounded-field font-semibold text-center transition-colors duration-150 select-none " +
  "disabled:bg-sunk disabled:text-soft disabled:border-line disabled:border disabled:cursor-not-allowed " +
  "aria-disabled:bg-sunk aria-disabled:text-soft aria-disabled:border-line aria-disabled:border aria-disabled:cursor-not-allowed aria-busy:cursor-progress";

export type ButtonLook = { variant?: keyof typeof variants; size?: keyof typeof sizes; icon?: IconName };

/** The classes of a button, for what looks like one and is another element. */
export function buttonLook({ variant = "primary", size = "normal" }: ButtonLook, className?: string): string {
  return classNames(shape, variants[variant], sizes[size], className);
}

/**
 * A button: `primary` once on a view, `danger` only inside a dialog that asks. While `isBusy` it turns, cannot be pressed and keeps its width.
 * Its type is `button` unless said otherwise. One that is only `aria-disabled` cannot be pressed either, but keeps the focus: for what passes while
 * somebody is on it. [S2.37]
 */
export function Button({
  variant,
  size,
  icon,
  isBusy = false,
  className,
  children,
  onClick,
  "aria-disabled": isOff,
  ...rest
}: ComponentProps<"button"> & ButtonLook & { isBusy?: boolean }) {
  const isStill = isBusy || isOff === true;
  return (
    <button
      type="button"
      {...rest}
      onClick={isStill ? doNothing : onClick}
      aria-disabled={isStill || undefined}
      aria-busy={isBusy || undefined}
      className={buttonLook({ variant, size }, className)}
    >
      {isBusy ? <Spinner /> : icon && <Icon name={icon} />}
      {children}
    </button>
  );
}

function doNothing(event: MouseEvent) {
  event.preventDefault();
}

/** A square button with an icon alone; `label` is its name for everybody who cannot see it. */
export function IconButton({
  icon,
  label,
  variant = "quiet",
  ...rest
}: ComponentProps<"button"> & { icon: IconName; label: string } & Pick<ButtonLook, "variant">) {
  return (
    <Button {...rest} variant={variant} size="icon" aria-label={label} title={label}>
      <Icon name={icon} />
    </Button>
  );
}

/** A link that looks like a button: it goes somewhere, it changes nothing. */
export function LinkButton({
  to,
  variant,
  size,
  icon,
  className,
  children,
  ...rest
}: ComponentProps<typeof Link> & ButtonLook & { children: ReactNode }) {
  return (
    <Link to={to} {...rest} className={buttonLook({ variant, size }, className)}>
      {icon && <Icon name={icon} />}
      {children}
    </Link>
  );
}

/** A link out of the shop: a new tab that learns nothing of this one. [S2.1] */
export function ExternalLink({ children, className, ...rest }: ComponentProps<"a"> & { href: string }) {
  return (
    <a {...rest} className={className} target="_blank" rel="noopener noreferrer">
      {children}
      <span className="unseen"> (opens in a new tab)</span>
    </a>
  );
}
