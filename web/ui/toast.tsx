import { useEffect } from "react";
import { IconButton } from "./button.tsx";
import { Icon } from "./icon.tsx";
import { store } from "./store.ts";
import { useUiTexts } from "./ui-texts.ts";

type Toast = { id: number; text: string; kind: "success" | "error" };

const STAYS_MS = 5_000;
const shown = store<readonly Toast[]>([]);
let lastId = 0;

/** Shows a sentence at the top of the screen for `stayMs`. Browser only. */
export function toast(text: string, { kind = "success", stayMs = STAYS_MS }: { kind?: Toast["kind"]; stayMs?: number } = {}): void {
  lastId += 1;
  const id = lastId;
  shown.write([...shown.read().filter((other) => other.text !== text), { id, text, kind }].slice(-3));
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
  const toasts = shown.use();
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
  shown.write(shown.read().filter((other) => other.id !== id));
}
