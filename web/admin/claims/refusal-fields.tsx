import { useRef } from "react";
import { REASON_MAX_LENGTH } from "#shop/orders/constants.ts";
import { besides } from "#web/parts/forms/besides.ts";
import type { useAnswer } from "#web/parts/forms/use-answer.ts";
import { useTexts } from "#web/texts.tsx";
import { Button } from "#web/ui/button.tsx";
import { TextareaField } from "#web/ui/fields/text-field.tsx";

type Props = { typed?: string | undefined; refusal: ReturnType<typeof useAnswer>["refusal"]; isBusy: boolean };

/** The reason of a refused claim, which the buyer reads: written, or one that is offered. [S15.4] */
export function RefusalFields({ typed, refusal, isBusy }: Props) {
  const texts = useTexts("adminClaims");
  const field = useRef<HTMLDivElement>(null);
  const choose = (reason: string) => {
    const area = field.current?.querySelector("textarea");
    if (area) area.value = reason;
  };
  const offered = [texts("offeredWorks"), texts("offeredUsed"), texts("offeredNeedsPicture")];
  return (
    <div ref={field} className="flex flex-col gap-3 pt-2">
      <ul className="reasons scripted">
        {offered.map((reason) => (
          <li key={reason}>
            <button type="button" onClick={() => choose(reason)} className="reason">
              {reason}
            </button>
          </li>
        ))}
      </ul>
      <TextareaField
        label={texts("reasonToBuyer")}
        name="reason"
        rows={2}
        required
        defaultValue={typed}
        maxLength={REASON_MAX_LENGTH}
        error={besides(refusal, "reason")}
      />
      <Button type="submit" variant="danger" icon="ban" isBusy={isBusy} className="self-start">
        {texts("refuse")}
      </Button>
    </div>
  );
}
