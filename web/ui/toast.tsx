import { useEffect, useSyncExternalStore } from "react";
import { IconButton } from "./button.tsx";
import { classNames } from "./class-names.ts";
import { Icon } from "./icon.tsx";

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
  return (
    <div aria-live="polite" className="pointer-events-none fixed start-2 end-16 top-0.5 z-50 grid justify-items-center sm:inset-x-16">
      {toasts.map(({ id, text, kind }) => (
        <div
          key={id}
          className={classNames(
            "pointer-events-auto col-start-1 row-start-1 flex max-h-15.5 w-full max-w-md animate-appear items-center gap-2 self-start overflow-y-auto rounded-field border px-1 text-sm/5 font-medium shadow-raised",
            kind === "error" ? "border-red/50 bg-red-tint text-red-ink" : "border-green/50 bg-green-tint text-green-ink",
          )}
        >
          <Icon name={kind === "error" ? "alert" : "done"} className="ms-2" />
          <span className="min-w-0 flex-1 wrap-anywhere">{text}</span>
          <IconButton icon="close" label="Dismiss" onClick={() => dismiss(id)} className="text-current hover:bg-current/10" />
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
