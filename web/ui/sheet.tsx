import type { ComponentProps, ElementType, ReactNode } from "react";
import { classNames } from "./class-names.ts";

/** A plain card with an optional `title` and `actions` opposite it. With a name it is a section. */
export function Sheet({
  title,
  actions,
  children,
  className,
  ...rest
}: Omit<ComponentProps<"section">, "title"> & { title?: ReactNode; actions?: ReactNode }) {
  const isNamed = title || rest["aria-label"] || rest["aria-labelledby"];
  const Part = (isNamed ? "section" : "div") as ElementType;
  return (
    <Part
      {...rest}
      className={classNames("flex flex-col gap-4 rounded-sheet border border-line bg-sheet p-4 shadow-sheet sm:p-6", className)}
    >
      {(title || actions) && (
        <div className="flex flex-wrap items-center justify-between gap-3">
          {title && <h2 className="text-xl">{title}</h2>}
          {actions && <div className="flex flex-wrap gap-2">{actions}</div>}
        </div>
      )}
      <div className="contents">{children}</div>
    </Part>
  );
}

/** The page's heading, one line about it, and actions. */
export function PageHead({ title, children, actions }: { title: ReactNode; children?: ReactNode; actions?: ReactNode }) {
  return (
    <div className="flex flex-wrap items-end justify-between gap-x-6 gap-y-3">
      <div className="flex min-w-0 flex-col gap-1">
        <h1 className="text-3xl sm:text-4xl">{title}</h1>
        {children && <p className="max-w-2xl text-soft">{children}</p>}
      </div>
      {actions && <div className="flex flex-wrap gap-2">{actions}</div>}
    </div>
  );
}

/** A description list with one pair per row. */
export function Facts({ rows, className }: { rows: (readonly [name: string, value: ReactNode] | null | false)[]; className?: string }) {
  return (
    <dl className={classNames("divide-y divide-line", className)}>
      {rows.map(
        (row) =>
          row && (
            <div key={row[0]} className="grid grid-cols-[minmax(7rem,34%)_1fr] gap-3 py-2.5">
              <dt className="text-soft">{row[0]}</dt>
              <dd className="min-w-0 font-medium text-balance">{row[1]}</dd>
            </div>
          ),
      )}
    </dl>
  );
}
