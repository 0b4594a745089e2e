import { useIncrease } from "#web/parts/live/use-increase.ts";
import { useTexts } from "#web/texts.tsx";
import type { ShownMessage } from "./shown-conversation.ts";

/** Says to a screen reader that the other side wrote. Stands beside the messages also while there are none. [S14.15] */
export function NewMessageCame({ messages, isForShop }: { messages: readonly ShownMessage[]; isForShop: boolean }) {
  const texts = useTexts("orderMessages");
  const others = isForShop ? "buyer" : "shop";
  const came = useIncrease(Math.max(0, ...messages.map(({ side, number }) => (side === others ? number : 0))));
  return (
    <p role="status" className="unseen">
      {came > 0 && texts("newMessageCame")}
    </p>
  );
}
