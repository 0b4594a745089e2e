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

/** Says a sentence at the foot of the screen; it goes by itself after `stayMs`. Call it in the browser only. */
export function toast(text: string, { kind = "success", stayMs = STAYS_MS }: { kind?: Toast["kind"]; stayMs?: number } = {}): void {
  lastId += 1;
  const id = lastId;
  show([...shown.filter((other) => other.text !== text), { id, text, kind }].slice(-3));
  setTimeout(() => dismiss(id), stayMs);
}

/** Says the sentence of a refusal, once for each answer, where the form has no place for it. */
export function useRefusalSaid(answer: { ok: boolean; sentence?: string | null } | undefined): void {
  useEffect(() => {
    if (answer?.ok === false && answer.sentence) toast(answer.sentence, { kind: "error" });
  }, [answer]);
}

/** Where the sentences appear: once, in the root. [S2.37] */
export function Toasts() {
  const toasts = useSyncExternalStore(
    follow,
    () => shown,
    () => none,
  );
  return (
    <div aria-live="polite" className="pointer-events-none fixed inset-x-4 bottom-4 z-50 flex flex-col items-center gap-2 sm:items-end">
      {toasts.map(({ id, text, kind }) => (
        <div
          key={id}
          className={classNames(
            "pointer-events-auto flex w-full max-w-md animate-appear items-center gap-3 rounded-field border py-1 ps-4 pe-1 font-medium shadow-raised",
            kind === "error" ? "border-red/50 bg-red-tint text-red-ink" : "border-green/50 bg-green-tint text-green-ink",
          )}
        >
          <Icon name={kind === "error" ? "alert" : "done"} />
          <span className="min-w-0 flex-1 py-2">{text}</span>
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
  for (const tell of followers) tell();
}

function follow(tell: () => void) {
  followers.add(tell);
  return () => followers.delete(tell);
}
