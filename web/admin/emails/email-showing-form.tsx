import { useEffect, useRef, useState } from "react";
import { useFetcher } from "react-router";
import type { ListedLetter } from "#shop/orders/list-letters.server.ts";
import { Button } from "#web/ui/button.tsx";
import { Dialog, openDialog } from "#web/ui/dialog.tsx";
import { toast } from "#web/ui/toast.tsx";
import type { LetterAnswer } from "./letter-answer.ts";
import { LetterText } from "./letter-sheet.tsx";

/** Asks for a whole letter, which is noted, and shows it in front of the list. When that is closed the letter is gone from the page. */
export function LetterShowing({ letter: { id, subject } }: { letter: ListedLetter }) {
  const { Form, state, data } = useFetcher<LetterAnswer>();
  const [open, setOpen] = useState<LetterAnswer | undefined>();
  const button = useRef<HTMLButtonElement>(null);
  const dialog = `letter-${id}`;
  const shown = open?.ok ? open.value : null;
  useEffect(() => {
    if (data && !data.ok) toast(data.sentence);
    setOpen(data);
  }, [data]);
  useEffect(() => {
    if (shown) openDialog(dialog);
  }, [shown, dialog]);

  // The button could not keep the focus while it was busy.
  const close = () => {
    setOpen(undefined);
    button.current?.focus();
  };

  return (
    <>
      <Form method="post" action={`/admin/letters/${encodeURIComponent(id)}/showing`}>
        <Button ref={button} type="submit" variant="secondary" icon="eye" isBusy={state !== "idle"}>
          Show
          <span className="unseen"> the letter “{subject}”</span>
        </Button>
      </Form>
      {shown && (
        <Dialog id={dialog} title="The letter" isWide onClose={close}>
          <LetterText letter={shown} />
        </Dialog>
      )}
    </>
  );
}
