import { useTexts } from "#web/texts.tsx";
import { Alert } from "#web/ui/alert.tsx";
import { Button } from "#web/ui/button.tsx";

/** Says that a picture is being resent after a network error, with a button to stop. [S9.4] */
export function ResendNotice({ onStop }: { onStop: () => void }) {
  const texts = useTexts("orderForm");
  return (
    <Alert
      kind="warning"
      actions={
        <Button variant="secondary" onClick={onStop}>
          {texts("stopTrying")}
        </Button>
      }
    >
      {texts("pictureSentAgain")}
    </Alert>
  );
}
