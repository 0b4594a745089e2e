import { useEffect, useRef } from "react";
import { messages } from "#shop/messages.ts";
import { LinkButton } from "#web/ui/button.tsx";
import { Icon } from "#web/ui/icon.tsx";

/** Replaces the form after a message was sent; its heading gets the focus. [S2.27] */
export function ContactThanks() {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <div className="flex flex-col items-center gap-3 py-6 text-center">
      <Icon name="done" className="size-12 text-green" />
      <h2 ref={heading} tabIndex={-1} className="text-xl outline-none">
        {messages.messageSent}
      </h2>
      <p className="max-w-md text-soft">A person reads it and answers to your e-mail address.</p>
      <div className="flex flex-wrap justify-center gap-2">
        <LinkButton to="/products">See the products</LinkButton>
        <LinkButton to="/contact" variant="secondary">
          Write another message
        </LinkButton>
      </div>
    </div>
  );
}
