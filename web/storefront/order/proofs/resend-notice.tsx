import { messages } from "#shop/messages.ts";
import { Alert } from "#web/ui/alert.tsx";
import { Button } from "#web/ui/button.tsx";

/** Says that a picture is sent again by itself after the connection broke; whoever has no patience for that stops it. [S9.4] */
export function SentAgain({ onStop }: { onStop: () => void }) {
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
