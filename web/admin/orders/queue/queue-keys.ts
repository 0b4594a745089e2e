import { keysOfQueue } from "#web/admin/frame/browser-settings.ts";
import { pressedKey } from "./pressed-key.ts";

/** The keys of the queue. [S12.6] */
const queueKeys = ["j", "k", "a", "r", "v", "z", "?"] as const;
export type QueueKey = (typeof queueKeys)[number];

const decisionKeys: readonly QueueKey[] = ["a", "r", "z"];

/** The keys for somebody who may decide about orders or only reads them. [S12.6] [S13.9] */
export function queueKeysFor(mayDecide: boolean): readonly QueueKey[] {
  return queueKeys.filter((key) => mayDecide || !decisionKeys.includes(key));
}

/** How long the reason's field may take to appear. */
const FIELD_MS = 3_000;

/**
 * Does what one of these keys stands for, for the row that has the focus, or else the first: J and K go on, A
 * approves an ordinary order or opens another one, R leads to the reason of a rejection, V opens
 * the proof, and ? shows the keys. An order beside the list follows J and K. Z belongs to the bar
 * of *Undo*. Browser only. [S12.5] [S12.6]
 */
export function pressQueueKey(
  event: Pick<KeyboardEvent, "key" | "code" | "shiftKey" | "repeat">,
  keys: readonly QueueKey[],
  showKeys: () => void,
): void {
  const pressed = pressedKey(event);
  const key = keys.find((one) => one === pressed);
  if (!key || (key === "a" && event.repeat)) return;
  if (key === "?") showKeys();
  else if (key !== "z" && keysOfQueue.read()) pressInRows(key);
}

function pressInRows(key: Exclude<QueueKey, "?" | "z">): void {
  const rows = [...document.querySelectorAll<HTMLElement>("tr.queue-row:not([hidden])")];
  const beside = orderBeside();
  const focused = document.activeElement?.closest<HTMLElement>("[data-order]")?.dataset.order ?? beside;
  const at = rows.findIndex((row) => row.dataset.order === focused);
  const goesOn = key === "j" || key === "k";
  const row = rows[goesOn ? next(key, at, rows.length) : Math.max(at, 0)];
  if (!row) return;
  focusRow(row);
  if (goesOn && beside && row.dataset.order !== beside) manageOf(row)?.click();
  if (key === "v") row.querySelector<HTMLElement>('[aria-haspopup="dialog"]')?.click();
  if (key === "a") approveOrOpen(row);
  if (key === "r") {
    openRow(row);
    void focusReason(row);
  }
}

/** The code of the order that is shown beside the list. */
function orderBeside(): string | undefined {
  const shown = document.querySelector<HTMLElement>("[data-beside]");
  return shown?.checkVisibility() ? shown.dataset.beside : undefined;
}

/** An order that is being approved is left alone. */
function approveOrOpen(row: HTMLElement): void {
  const approve = row.querySelector<HTMLElement>('[data-key="a"]');
  if (!approve) openRow(row);
  else if (!approve.ariaBusy) approve.click();
}

/** The position after J or K: from nowhere both lead to the first row, and the ends stay. */
function next(key: "j" | "k", at: number, count: number): number {
  if (at < 0) return 0;
  return Math.min(Math.max(at + (key === "j" ? 1 : -1), 0), count - 1);
}

function manageOf(row: HTMLElement): HTMLElement | null {
  return row.querySelector<HTMLElement>("[id^=manage-]");
}

function focusRow(row: HTMLElement): void {
  manageOf(row)?.focus();
  row.scrollIntoView({ block: "nearest" });
}

function openRow(row: HTMLElement): void {
  const manage = manageOf(row);
  if (manage?.getAttribute("aria-expanded") !== "true") manage?.click();
}

async function focusReason(row: HTMLElement): Promise<void> {
  const end = performance.now() + FIELD_MS;
  while (performance.now() < end) {
    const places = `:is(#panel-${row.dataset.order}:not([hidden]), [data-beside="${row.dataset.order}"])`;
    const field = document.querySelector<HTMLElement>(`${places} textarea[name="reason"]`);
    if (field) return field.focus();
    await new Promise(requestAnimationFrame);
  }
}
