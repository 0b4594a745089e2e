import type { ReactNode } from "react";
import { Icon } from "./icon.tsx";

/**
 * Fields of a form that open on demand, also without JavaScript; closed they are sent as well.
 * `value` says in a word what they have. `isOpen` if one of them is refused.
 */
export function MoreFields({
  title,
  value,
  isOpen = false,
  children,
}: {
  title: ReactNode;
  value?: ReactNode;
  isOpen?: boolean;
  children: ReactNode;
}) {
  return (
    <details className="more-fields" open={isOpen}>
      <summary>
        <span>{title}</span>
        {value && <span>{value}</span>}
        <Icon name="down" />
      </summary>
      <div>{children}</div>
    </details>
  );
}

/** Opens the closed fields around an element, so that it can be seen and focused. */
export function openAround(element: Element): void {
  for (let around = element.closest("details"); around; around = around.parentElement?.closest("details") ?? null) around.open = true;
}
