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
    <Part {...rest} className={classNames("sheet", className)}>
      {(title || actions) && (
        <div className="sheet-head">
          {title && <h2 className="text-xl">{title}</h2>}
          {actions && <div className="actions">{actions}</div>}
        </div>
      )}
      <div className="contents">{children}</div>
    </Part>
  );
}

type Head = { title: ReactNode; children?: ReactNode; actions?: ReactNode; warning?: ReactNode };

/**
 * The page's heading, one line about it, and actions. A warning is beside the heading, and below it
 * on a phone.
 */
export function PageHead({ title, children, actions, warning }: Head) {
  return (
    <div className="page-head">
      <div className={warning ? "page-head-warned" : "page-head-text"}>
        <h1>{title}</h1>
        {warning && <div className="contents">{warning}</div>}
        {children && <p className="max-w-2xl text-soft">{children}</p>}
      </div>
      {actions && <div className="actions">{actions}</div>}
    </div>
  );
}

/** A description list with one pair per row. */
export function Facts({ rows }: { rows: (readonly [name: string, value: ReactNode, shownName?: ReactNode] | null | false)[] }) {
  return (
    <dl className="facts">
      {rows.map(
        (row) =>
          row && (
            <div key={row[0]}>
              <dt>{row[2] ?? row[0]}</dt>
              <dd>{row[1]}</dd>
            </div>
          ),
      )}
    </dl>
  );
}
