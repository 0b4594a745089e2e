import { useState } from "react";
import { useFetcher } from "react-router";
import type { KeyIn } from "#messages/texts.ts";
import type { Answer } from "#web/parts/forms/use-answer.ts";
import { type Obstacle, obstacleHere } from "#web/parts/push/obstacle.ts";
import { useTexts } from "#web/texts.tsx";
import { Alert } from "#web/ui/alert.tsx";
import { Button } from "#web/ui/button.tsx";
import { classNames } from "#web/ui/class-names.ts";
import { Sheet } from "#web/ui/sheet.tsx";
import { followed } from "#web/ui/store.ts";
import { useRefusalSaid } from "#web/ui/toast.tsx";

const SCOPE = "/order-status/";

/** What keeps this browser from telling news; `unknown` is what a server renders. */
const obstacle = followed<Obstacle | "unknown" | null>({ initial: "unknown", read: obstacleHere });

/** What is in the way once somebody taps. `failed`: the browser could not reach its push service. */
const problems = {
  "home screen": "needsHomeScreen",
  denied: "browserBlocks",
  failed: "browserFailed",
} as const satisfies Partial<Record<Obstacle | "failed", KeyIn<"orderPush">>>;
type Problem = keyof typeof problems;
/** What may be in the way where the button is shown. */
type Found = Extract<Obstacle, Problem> | "unknown" | null;

type Props = { requestCode: string; isTold: boolean };

/**
 * The button that tells an order's buyer of news on this phone, or stops that, as the last of a row.
 * Only a browser with script that can show notifications has it; its place is reserved. [S14.11]
 */
export function PhonePush({ requestCode, isTold }: Props) {
  const texts = useTexts("orderPush");
  const found = obstacle.use();
  const { isOn, isBusy, problem, press } = useTelling({ requestCode, isTold });
  if (!isWorthATap(found)) return null;
  const shown = classNames("scripted", found === "unknown" && "invisible");
  return (
    <>
      <Button variant="secondary" icon="bolt" isBusy={isBusy} className={shown} onClick={() => press(found)}>
        {texts(isOn ? "stopTelling" : "tellMe")}
      </Button>
      {problem !== null && (
        <Alert kind={problem === "failed" ? "error" : "info"} className="w-full">
          {texts(problems[problem])}
        </Alert>
      )}
      <p className={classNames("w-full text-sm text-soft", shown)}>{texts(isOn ? "told" : "tellHint")}</p>
    </>
  );
}

/** The same on a sheet of its own, for an order without a private link. */
export function PhonePushSheet({ title, ...props }: Props & { title: string }) {
  const found = obstacle.use();
  return (
    isWorthATap(found) && (
      <Sheet title={title} className={classNames("scripted print:hidden", found === "unknown" && "invisible")}>
        <div className="flex flex-wrap gap-2">
          <PhonePush {...props} />
        </div>
      </Sheet>
    )
  );
}

function isWorthATap(found: Obstacle | "unknown" | null): found is Found {
  return found !== "insecure" && found !== "unsupported";
}

/** Whether this browser is told, and what a tap does. A page that is not loaded again keeps what the tap changed. */
function useTelling({ requestCode, isTold }: Props) {
  const { submit, state, data } = useFetcher<Answer>();
  const [wanted, setWanted] = useState({ from: isTold, to: isTold });
  const [isAsking, setAsking] = useState(false);
  const [problem, setProblem] = useState<Problem | null>(null);
  useRefusalSaid(data);
  const isSending = state !== "idle";
  const isChanged = data?.ok === true && wanted.from === isTold;
  const isOn = isSending ? !wanted.to : isChanged ? wanted.to : isTold;

  async function press(found: Found) {
    setProblem(null);
    setAsking(true);
    try {
      const answer = await (isOn ? stopHere() : askHere(found));
      if (answer === "dismissed") return;
      if (typeof answer === "string") return setProblem(answer);
      setWanted({ from: isTold, to: !isOn });
      await submit(answer, { method: "post", action: `/order-status/${requestCode}/push${isOn ? "/removal" : ""}` });
    } catch {
      setProblem("failed");
    } finally {
      setAsking(false);
    }
  }

  return { isOn, isBusy: isAsking || isSending, problem, press };
}

async function askHere(found: Found): Promise<FormData | Problem | "dismissed"> {
  if (found !== null && found !== "unknown") return found;
  const { subscribeHere } = await import("#web/parts/push/this-device.ts");
  return subscribeHere(SCOPE, async () => {
    const { publicKey } = (await (await fetch("/order-status/push-renewal")).json()) as { publicKey: string };
    return publicKey;
  });
}

/** The shop is asked to stop also if the browser does not answer. */
async function stopHere(): Promise<FormData> {
  const { unsubscribeHere } = await import("#web/parts/push/this-device.ts");
  await unsubscribeHere(SCOPE).catch(() => {});
  return new FormData();
}
