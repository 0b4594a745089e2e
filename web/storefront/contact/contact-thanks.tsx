import { useEffect, useRef } from "react";
import { useTexts } from "#web/texts.tsx";
import { LinkButton } from "#web/ui/button.tsx";
import { Icon } from "#web/ui/icon.tsx";

/** Replaces the form after a message was sent; its heading gets the focus. [S2.27] */
export function ContactThanks() {
  const texts = useTexts("contact");
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <div className="flex flex-col items-center gap-3 py-6 text-center">
      <Icon name="done" className="size-12 text-green" />
      <h2 ref={heading} tabIndex={-1} className="text-xl outline-none">
        {texts("messageSent")}
      </h2>
      <p className="max-w-md text-soft">{texts("messageSentHint")}</p>
      <div className="flex flex-wrap justify-center gap-2">
        <LinkButton to="/products">{texts("seeProducts")}</LinkButton>
        <LinkButton to="/contact" variant="secondary">
          {texts("writeAnother")}
        </LinkButton>
      </div>
    </div>
  );
}
