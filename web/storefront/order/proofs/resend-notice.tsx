import { messages } from "#shop/messages.ts";
import { Alert } from "#web/ui/alert.tsx";
import { Button } from "#web/ui/button.tsx";

/** Says that a picture is being resent after a network error, with a button to stop. [S9.4] */
export function ResendNotice({ onStop }: { onStop: () => void }) {
  return (
    <Alert
      kind="warning"
      actions={
        <Button variant="secondary" onClick={onStop}>
          Stop trying
        </Button>
      }
    >
      {messages.pictureSentAgain}
    </Alert>
  );
}
