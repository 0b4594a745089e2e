import { type MouseEvent, useState } from "react";
import type { KeyIn } from "#messages/texts.ts";
import { COPIED_INDICATOR_MS } from "#shop/constants.ts";
import { useTexts } from "#web/texts.tsx";
import { Button, buttonStyle } from "#web/ui/button.tsx";
import { copy } from "#web/ui/copy-button.tsx";
import { Icon } from "#web/ui/icon.tsx";
import { toast } from "#web/ui/toast.tsx";

/** Copies all IDs of the list. They are fetched first, so that the activity has an entry of it. [S2.35] [S8.2] [S13.6] */
export function CopyAll({ href }: { href: string }) {
  const texts = useTexts("adminIds");
  const [isBusy, setBusy] = useState(false);

  async function fetchAndCopy() {
    setBusy(true);
    const text = await fetchText(href);
    const isCopied = text.ok && (await copy(text.value.trimEnd()));
    setBusy(false);
    if (isCopied) toast(texts("idsCopied"), { stayMs: COPIED_INDICATOR_MS });
    else toast(texts("failedToCopyIds"), { kind: "error" });
  }
  return (
    <Button variant="secondary" icon="copy" isBusy={isBusy} className="scripted" onClick={fetchAndCopy}>
      {texts("copyAll")}
    </Button>
  );
}

/**
 * Downloads the text file. With JavaScript it is fetched, so that a failure is shown here and does
 * not replace the page. [S2.35] [S8.1]
 */
export function Download({ href }: { href: string }) {
  const texts = useTexts("adminIds");
  async function fetchAndSave(event: MouseEvent) {
    event.preventDefault();
    const text = await fetchText(href);
    if (text.ok) save(text.value, text.name);
    else toast(texts("failedToDownloadIds", { msg: texts(text.reason) }), { kind: "error" });
  }
  return (
    <a href={href} download onClick={fetchAndSave} className={buttonStyle({ variant: "secondary" })}>
      <Icon name="download" />
      {texts("download")}
    </a>
  );
}

type Fetched = { ok: true; value: string; name: string } | { ok: false; reason: KeyIn<"adminIds"> };

async function fetchText(href: string): Promise<Fetched> {
  try {
    const answer = await fetch(href);
    const isText = answer.headers.get("Content-Type")?.startsWith("text/plain");
    if (!answer.ok || !isText) return { ok: false, reason: "networkNotOk" };
    const name = /filename="([^"]+)"/.exec(answer.headers.get("Content-Disposition") ?? "")?.[1] ?? "ids.txt";
    return { ok: true, value: await answer.text(), name };
  } catch {
    return { ok: false, reason: "failedToConnect" };
  }
}

function save(text: string, name: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: "text/plain" }));
  const link = document.createElement("a");
  link.href = url;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 0);
}
