import { useEffect, useSyncExternalStore } from "react";
import { IconButton } from "./button.tsx";
import { Icon } from "./icon.tsx";
import { useUiTexts } from "./ui-texts.ts";

type Toast = { id: number; text: string; kind: "success" | "error" };

const STAYS_MS = 5_000;
const none: Toast[] = [];
let shown: Toast[] = none;
let lastId = 0;
const followers = new Set<() => void>();

/** Shows a sentence at the top of the screen for `stayMs`. Browser only. */
export function toast(text: string, { kind = "success", stayMs = STAYS_MS }: { kind?: Toast["kind"]; stayMs?: number } = {}): void {
  lastId += 1;
  const id = lastId;
  show([...shown.filter((other) => other.text !== text), { id, text, kind }].slice(-3));
  setTimeout(() => dismiss(id), stayMs);
}

/** Shows a refusal as a toast, once per answer, for forms without a place for it. */
export function useRefusalSaid(answer: { ok: boolean; sentence?: string | null } | undefined): void {
  useEffect(() => {
    if (answer?.ok === false && answer.sentence) toast(answer.sentence, { kind: "error" });
  }, [answer]);
}

/**
 * Where toasts appear, over the header, newest in front, without covering the menu. Mount once, in
 * the root. [S2.37]
 */
export function Toasts() {
  const toasts = useSyncExternalStore(
    follow,
    () => shown,
    () => none,
  );
  const texts = useUiTexts();
  return (
    <div aria-live="polite" className="toasts">
      {toasts.map(({ id, text, kind }) => (
        <div key={id} className={kind === "error" ? "toast toast-error" : "toast toast-success"}>
          <Icon name={kind === "error" ? "alert" : "done"} />
          <span>{text}</span>
          <IconButton icon="close" label={texts("dismiss")} onClick={() => dismiss(id)} />
        </div>
      ))}
    </div>
  );
}

function dismiss(id: number) {
  show(shown.filter((other) => other.id !== id));
}

function show(toasts: Toast[]) {
  shown = toasts;
  for (const notify of followers) notify();
}

function follow(notify: () => void) {
  followers.add(notify);
  return () => followers.delete(notify);
}
