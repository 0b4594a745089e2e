import { useEffect, useState } from "react";
import { useFetcher } from "react-router";
import type { KeyIn } from "#messages/texts.ts";
import { type Answer, useAnswer } from "#web/parts/forms/use-answer.ts";
import { type DeviceState, readDeviceState, subscribeHere, unsubscribeHere } from "#web/parts/push/this-device.ts";
import { When } from "#web/parts/text/time.tsx";
import { unseen } from "#web/parts/text/unseen.tsx";
import { rich, useTexts } from "#web/texts.tsx";
import { Alert } from "#web/ui/alert.tsx";
import { Badge } from "#web/ui/badge.tsx";
import { Button } from "#web/ui/button.tsx";
import { Sheet } from "#web/ui/sheet.tsx";
import type { PushCardData } from "./load-push.server.ts";

type Device = PushCardData["devices"][number];

/**
 * The owner's push notifications: switches them on for this device, and lists the devices. [S12.10]
 */
export function PushCard({ push: { publicKey, devices } }: { push: PushCardData }) {
  const texts = useTexts("adminPush");
  const { state, hash, say } = useThisDevice(devices);
  return (
    <Sheet title={texts("yourPhone")} aria-label={texts("yourPhone")}>
      <p className="max-w-2xl text-soft">{texts("yourPhoneHint")}</p>
      {devices.length > 0 && (
        <ul aria-label={texts("notifiedDevices")} className="divide-y divide-line">
          {devices.map((device) => (
            <DeviceRow key={device.id} device={device} isThis={device.endpointHash === hash} />
          ))}
        </ul>
      )}
      {state !== "on" && <Switch state={state} publicKey={publicKey} say={say} />}
      {devices.length > 0 && <p className="text-sm text-soft">{texts("logoutEnds")}</p>}
    </Sheet>
  );
}

/**
 * What this browser can do. Null until the script has asked it.
 * `say` sets what it was found out to be.
 */
function useThisDevice(devices: Device[]) {
  const [found, setFound] = useState<{ state: Shown; hash: string | null }>({ state: null, hash: null });
  const known = devices.map(({ endpointHash }) => endpointHash).join(" ");
  useEffect(() => {
    let isCurrent = true;
    readDeviceState(known.split(" ")).then(
      (read) => isCurrent && setFound(read),
      () => isCurrent && setFound({ state: "unsupported", hash: null }),
    );
    return () => {
      isCurrent = false;
    };
  }, [known]);
  return { ...found, say: (state: Shown) => setFound({ state, hash: null }) };
}

/** `failed`: the browser could not reach its push service. */
type Shown = DeviceState | "failed" | null;

/** What is in the way, and what helps. */
const obstacles = {
  insecure: "needsHttps",
  "home screen": "needsHomeScreen",
  unsupported: "browserCannot",
  denied: "browserBlocks",
  failed: "browserFailed",
} as const satisfies Partial<Record<Exclude<Shown, null>, KeyIn<"adminPush">>>;

type SwitchProps = { state: Exclude<Shown, "on">; publicKey: string; say: (state: Shown) => void };

/** Switches notifications on for this device, or says what is in the way. */
function Switch({ state, publicKey, say }: SwitchProps) {
  const texts = useTexts("adminPush");
  const { submit, state: sending, data } = useFetcher<Answer>();
  const [isAsking, setAsking] = useState(false);
  const switchOn = async () => {
    setAsking(true);
    const answer = await subscribeHere("/admin/", async () => publicKey);
    setAsking(false);
    if (answer instanceof FormData) await submit(answer, { method: "post", action: "/admin/push-devices" });
    else if (answer !== "dismissed") say(answer);
  };
  const refusal = data && !data.ok ? data.sentence : null;
  if (state === null)
    return (
      <div className="flex min-h-11 items-center">
        <p className="text-soft noscript:hidden">{texts("checkingDevice")}</p>
        <p className="hidden noscript:block">{texts("needsScript")}</p>
      </div>
    );
  return (
    <div className="flex flex-col items-start gap-3">
      {state !== "off" && <Alert kind={state === "failed" ? "error" : "info"}>{texts(obstacles[state])}</Alert>}
      {refusal !== null && <Alert kind="error">{refusal}</Alert>}
      {(state === "off" || state === "failed") && (
        <Button icon="bolt" isBusy={isAsking || sending !== "idle"} onClick={switchOn}>
          {texts("notifyThisDevice")}
        </Button>
      )}
    </div>
  );
}

function DeviceRow({ device: { id, name, notifiedAt, failedAt }, isThis }: { device: Device; isThis: boolean }) {
  const texts = useTexts("adminPush");
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-3">
      <div className="min-w-0">
        <p className="flex flex-wrap items-center gap-2 font-semibold">
          <span className="wrap-anywhere">{name}</span>
          {isThis && <Badge tone="action">{texts("thisDevice")}</Badge>}
        </p>
        <p className="text-sm text-soft">
          {notifiedAt ? rich(texts, "notifiedAt", { time: () => <When at={notifiedAt} /> }) : texts("neverNotified")}
        </p>
        {failedAt && <p className="field-error">{rich(texts, "lastFailed", { time: () => <When at={failedAt} /> })}</p>}
      </div>
      <div className="flex flex-wrap gap-2">
        <Test id={id} name={name} />
        <TurningOff id={id} name={name} isThis={isThis} />
      </div>
    </li>
  );
}

function Test({ id, name }: Pick<Device, "id" | "name">) {
  const texts = useTexts("adminPush");
  const { Form, isBusy, answer, refusal } = useAnswer(undefined, () => {});
  const problem = problemIn(answer);
  const wrong = refusal?.sentence ?? (problem === null ? null : texts("testNotArrived", { why: problem }));
  return (
    <Form method="post" action={`/admin/push-devices/${id}/test`} className="contents">
      <Button type="submit" variant="secondary" icon="send" isBusy={isBusy}>
        {rich(texts, "sendTest", { device: name, unseen })}
      </Button>
      {wrong && !isBusy && (
        <p role="alert" className="field-error order-last w-full">
          {wrong}
        </p>
      )}
    </Form>
  );
}

/** Why a test did not arrive, if the answer says so. */
export function problemIn(answer: Answer | undefined): string | null {
  if (!answer?.ok || typeof answer.value !== "object" || answer.value === null) return null;
  const { problem } = answer.value as { problem?: unknown };
  return typeof problem === "string" ? problem : null;
}

/** Stops notifying a device; on this one the browser is told too. */
function TurningOff({ id, name, isThis }: Pick<Device, "id" | "name"> & { isThis: boolean }) {
  const texts = useTexts("adminPush");
  const { Form, isBusy, refusal } = useAnswer(undefined, () => {
    if (isThis) void unsubscribeHere("/admin/").catch(() => {});
  });
  return (
    <Form method="post" action={`/admin/push-devices/${id}/removal`} className="contents">
      <Button type="submit" variant="quiet" isBusy={isBusy}>
        {rich(texts, "turnOff", { device: name, unseen })}
      </Button>
      {refusal && !isBusy && (
        <p role="alert" className="field-error order-last w-full">
          {refusal.sentence}
        </p>
      )}
    </Form>
  );
}
