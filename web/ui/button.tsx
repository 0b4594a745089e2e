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

export type ButtonStyle = { variant?: keyof typeof variants; size?: keyof typeof sizes; icon?: IconName };

/** The classes of a button, for other elements that look like one. */
export function buttonStyle({ variant = "primary", size = "normal" }: ButtonStyle, className?: string): string {
  return classNames(shape, variants[variant], sizes[size], className);
}

/**
 * A button: `primary` once per view, `danger` only inside a confirmation. While `isBusy` it shows a
 * spinner, is disabled and keeps its width. Its type is `button` by default. With `aria-disabled`
 * alone it cannot be pressed but keeps the focus: for a temporary state. [S2.37]
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
}: ComponentProps<"button"> & ButtonStyle & { isBusy?: boolean }) {
  const isStill = isBusy || isOff === true;
  return (
    <button
      type="button"
      {...rest}
      onClick={isStill ? doNothing : onClick}
      aria-disabled={isStill || undefined}
      aria-busy={isBusy || undefined}
      className={buttonStyle({ variant, size }, className)}
    >
      {isBusy ? <Spinner /> : icon && <Icon name={icon} />}
      <span className="contents">{children}</span>
    </button>
  );
}

function doNothing(event: MouseEvent) {
  event.preventDefault();
}

/** A square button with only an icon; `label` is its accessible name. */
export function IconButton({
  icon,
  label,
  variant = "quiet",
  ...rest
}: ComponentProps<"button"> & { icon: IconName; label: string } & Pick<ButtonStyle, "variant">) {
  return (
    <Button {...rest} variant={variant} size="icon" aria-label={label} title={label}>
      <Icon name={icon} />
    </Button>
  );
}

/** A link that looks like a button; for navigation only. */
export function LinkButton({
  to,
  variant,
  size,
  icon,
  className,
  children,
  ...rest
}: ComponentProps<typeof Link> & ButtonStyle & { children: ReactNode }) {
  return (
    <Link to={to} {...rest} className={buttonStyle({ variant, size }, className)}>
      {icon && <Icon name={icon} />}
      <span className="contents">{children}</span>
    </Link>
  );
}

/** A link to another site, in a new tab without access to this one or a referrer. [S2.1] */
export function ExternalLink({ children, className, ...rest }: ComponentProps<"a"> & { href: string }) {
  return (
    <a {...rest} className={className} target="_blank" rel="noopener noreferrer">
      {children}
      <span className="unseen"> (opens in a new tab)</span>
    </a>
  );
}
