import { type ReactNode, useState } from "react";
import { useTexts } from "#web/texts.tsx";
import { Icon } from "#web/ui/icon.tsx";

/** The steps that set something up, numbered in their order. */
export function Steps({ children }: { children: ReactNode }) {
  return <ol className="steps">{children}</ol>;
}

/**
 * A step of `Steps`: a tick says that it is done. It opens and closes without script too, and is
 * closed at first only if it is done. Saving leaves it open, so that nothing moves away.
 */
export function Step({
  title,
  isDone,
  isOpen = !isDone,
  children,
}: {
  title: string;
  isDone: boolean;
  isOpen?: boolean;
  children: ReactNode;
}) {
  const texts = useTexts("adminPayments");
  const [isOpenAtFirst] = useState(isOpen);
  return (
    <li>
      <details open={isOpenAtFirst} className="sheet">
        <summary>
          <h2>
            <span>{title}</span>
            {isDone && <span className="unseen">{texts("stepDone")}</span>}
          </h2>
          {isDone && <Icon name="done" className="text-green-ink" />}
          <Icon name="down" className="step-arrow" />
        </summary>
        <div className="step-content">{children}</div>
      </details>
    </li>
  );
}

/** What to do within a step, in its order. */
export function Tasks({ children }: { children: ReactNode }) {
  return <ol className="tasks">{children}</ol>;
}

/** The name of a button or a menu on the provider's English pages, as a tag of `rich`. */
export function ui(words: ReactNode) {
  return (
    <strong lang="en" translate="no">
      {words}
    </strong>
  );
}
