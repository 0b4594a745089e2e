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
  children,
  className,
  cardsBelow = "md",
}: {
  caption: string;
  head: string[];
  children: ReactNode;
  className?: string;
  cardsBelow?: "md" | "xl";
}) {
  return (
    <div
      className={classNames(
        cardsBelow === "md" ? "cards-below-md" : "cards-below-xl",
        "relative overflow-x-auto rounded-sheet border border-line bg-sheet shadow-sheet",
        className,
      )}
    >
      <table className="w-full border-collapse text-start">
        <caption className="unseen">{caption}</caption>
        <thead>
          <tr className="border-b border-line bg-sunk">
            {head.map((heading) => (
              <th key={heading} scope="col" className="px-4 py-3 text-start text-sm font-semibold whitespace-nowrap text-soft">
                {heading}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="divide-y divide-line">{children}</tbody>
      </table>
    </div>
  );
}

export function Row({ className, ...rest }: ComponentProps<"tr">) {
  return <tr {...rest} className={classNames("align-middle", className)} />;
}

/** A cell of a `Table`; `label` is the column heading, shown before the value on a card. */
export function Cell({ label, className, ...rest }: ComponentProps<"td"> & { label?: string }) {
  return <td {...rest} data-label={label} className={classNames("md:px-4 md:py-3", className)} />;
}
