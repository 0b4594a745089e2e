import type { ComponentProps, MouseEvent, ReactNode } from "react";
import { Link } from "react-router";
import { classNames } from "./class-names.ts";
import { Icon, type IconName, Spinner } from "./icon.tsx";
import { useUiTexts } from "./ui-texts.ts";

const variants = {
  primary: "button button-primary",
  secondary: "button button-secondary",
  quiet: "button button-quiet",
  danger: "button button-danger",
  dangerQuiet: "button button-danger-quiet",
  night: "button button-night",
  nightQuiet: "button button-night-quiet",
};

const sizes = { normal: "", large: "button-large", icon: "button-icon" };

export type ButtonStyle = { variant?: keyof typeof variants; size?: keyof typeof sizes; icon?: IconName };

/** The classes of a button, for other elements that look like one. */
export function buttonStyle({ variant = "primary", size = "normal" }: ButtonStyle, className?: string): string {
  return classNames(variants[variant], sizes[size], className);
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
      {children !== undefined && <span className="contents">{children}</span>}
    </button>
  );
}

function doNothing(event: MouseEvent) {
  event.preventDefault();
}

/** A square button with only an icon; `label` is its accessible name. */
export function IconButton({
  label,
  variant = "quiet",
  ...rest
}: Omit<ComponentProps<"button">, "children"> & { icon: IconName; label: string } & Pick<ButtonStyle, "variant">) {
  return <Button {...rest} variant={variant} size="icon" aria-label={label} title={label} />;
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
  const texts = useUiTexts();
  return (
    <a {...rest} className={className} target="_blank" rel="noopener noreferrer">
      {children}
      <span className="unseen">{` ${texts("opensInNewTab")}`}</span>
    </a>
  );
}
