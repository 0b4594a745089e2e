import type { ComponentProps, ReactNode } from "react";
import { classNames } from "./class-names.ts";

/**
 * A table that becomes cards on a phone, or already below 1280 px with `cardsBelow`. Give each
 * `Cell` its column heading as `label`, shown before the value on a card; without one the value
 * takes the full width. [S2.37]
 */
export function Table({
  caption,
  head,
  first,
  children,
  className,
  cardsBelow = "md",
}: {
  caption: ReactNode;
  head: string[];
  /** What the first heading shows in place of its name, which stays for screen readers: it may need the script. */
  first?: ReactNode;
  children: ReactNode;
  className?: string;
  cardsBelow?: "md" | "xl";
}) {
  return (
    <div className={classNames("data-table", cardsBelow === "md" ? "cards-below-md" : "cards-below-xl", className)}>
      <table>
        <caption className="unseen">{caption}</caption>
        <thead>
          <tr>
            {head.map((heading, at) => (
              <th key={heading} scope="col">
                {at === 0 && first && <>{first} </>}
                <span className={at === 0 && first ? "unseen" : undefined}>{heading}</span>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
    </div>
  );
}

export function Row(props: ComponentProps<"tr">) {
  return <tr {...props} />;
}

/** A cell of a `Table`; `label` is the column heading, shown before the value on a card. */
export function Cell({ label, ...rest }: ComponentProps<"td"> & { label?: string }) {
  return <td {...rest} data-label={label} />;
}
