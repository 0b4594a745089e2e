import { Fragment } from "react";

/** An email address that breaks, where it must, before its `@` or a dot. */
export function EmailAddress({ children }: { children: string }) {
  return (
    <span translate="no" className="wrap-anywhere">
      {children.split(/(?=[@.])/).map((part, at) => (
        <Fragment key={`${at} ${part}`}>
          <wbr />
          {part}
        </Fragment>
      ))}
    </span>
  );
}
