import type { ComponentProps, ReactNode } from "react";
import { classNames } from "./class-names.ts";

/**
 * A table that becomes cards on a phone. Give each `Cell` its heading as `label`: it stands before the value on a phone; a cell without one
 * takes the whole width there. [S2.37]
 */
export function Table({
  caption,
  head,
  children,
  className,
}: {
  caption: string;
  head: string[];
  children: ReactNode;
  className?: string;
}) {
  return (
    <div
      className={classNames("cards-on-phone relative overflow-x-auto rounded-sheet border border-line bg-sheet shadow-sheet", className)}
    >
      <table {...keeps("table")} className="w-full border-collapse text-start">
        <caption className="unseen">{caption}</caption>
        <thead {...keeps("rowgroup")}>
          <tr {...keeps("row")} className="border-b border-line bg-sunk">
            {head.map((heading) => (
              <th
                key={heading}
                scope="col"
                {...keeps("columnheader")}
                className="px-4 py-3 text-start text-sm font-semibold whitespace-nowrap text-soft"
              >
                {heading}
              </th>
            ))}
          </tr>
        </thead>
        <tbody {...keeps("rowgroup")} className="divide-y divide-line">
          {children}
        </tbody>
      </table>
    </div>
  );
}

/** A row of a `Table`. */
export function Row({ className, ...rest }: ComponentProps<"tr">) {
  return <tr {...rest} {...keeps("row")} className={classNames("align-middle", className)} />;
}

/** A cell of a `Table`; `label` is its column's heading, said before it on a phone. */
export function Cell({ label, className, ...rest }: ComponentProps<"td"> & { label?: string }) {
  return <td {...rest} {...keeps("cell")} data-label={label} className={classNames("md:px-4 md:py-3", className)} />;
}

/** Shown as blocks a table's parts lose their roles in some browsers: so they are written out. */
function keeps(role: string) {
  return { role };
}
