import type { StoredTicket, TicketStore } from "#web/parts/offline/ticket-store.ts";

/** The texts of the offline page in one language, which are written by `offline-words.ts`. */
type Words = Readonly<Record<string, string>>;

/**
 * Shows the stored tickets on the offline page, and asks the shop whether they are still this
 * visitor's when it can be reached. The page carries this function as text, with the texts of all
 * languages, so it must not use anything from outside of it. [S12.11]
 */
export function showTickets(store: TicketStore, languages: Readonly<Record<string, Words>>, timeZone: string): void {
  const COPIED_MS = 2_000;
  const root = document.documentElement;
  const find = (name: string, within: ParentNode = document) => within.querySelector<HTMLElement>(`[data-${name}]`);
  const cookieOf = (name: string) => new RegExp(`(?:^|; )(?:__Host-)?${name}=([^;]*)`).exec(document.cookie)?.[1] ?? "";
  const wordsIn = (language: string) => (Object.hasOwn(languages, language) ? languages[language] : undefined);
  let words: Words = wordsIn(root.lang.split("-")[0] ?? "") ?? Object.values(languages)[0] ?? {};

  function text(key: string, values: Record<string, string> = {}): string {
    return Object.entries(values).reduce((filled, [name, value]) => filled.replace(`{${name}}`, value), words[key] ?? "");
  }

  /**
   * Date and time are written one by one: in some languages the browser puts words between them.
   */
  function timeText(at: string | number): string {
    const month = words.locale?.startsWith("en") ? "short" : "long";
    const parts: Intl.DateTimeFormatOptions[] = [
      { day: "numeric", month, year: "numeric", timeZone },
      { hour: "numeric", minute: "2-digit", timeZone },
    ];
    return parts.map((part) => new Intl.DateTimeFormat(words.locale, part).format(new Date(at))).join(", ");
  }

  /**
   * The visitor's choice, else the language of the newest ticket, else the one the page came in.
   */
  function speak(tickets: StoredTicket[]): void {
    words = wordsIn(cookieOf("lang")) ?? wordsIn(tickets[0]?.language ?? "") ?? words;
    root.lang = words.locale ?? "";
    const [, shop = ""] = / · (.*)$/.exec(document.title) ?? [];
    document.title = shop ? `${text("title")} · ${shop}` : text("title");
    for (const element of document.querySelectorAll<HTMLElement>("[data-text]")) element.textContent = text(element.dataset.text ?? "");
  }

  function copyOf(name: string): HTMLElement {
    const template = document.getElementById(name) as HTMLTemplateElement;
    const element = (template.content.cloneNode(true) as DocumentFragment).firstElementChild as HTMLElement;
    for (const one of element.querySelectorAll<HTMLElement>("[data-text]")) one.textContent = text(one.dataset.text ?? "");
    return element;
  }

  function fill(element: HTMLElement, name: string, value: string): void {
    const place = find(name, element);
    if (place) place.textContent = value;
  }

  function say(said: string): void {
    const place = find("said");
    if (place) place.textContent = said;
  }

  /** Like `Exact`: browsers copy plain spaces instead of special ones. */
  function copyExactly(event: ClipboardEvent): void {
    const selection = getSelection();
    const copied = selection?.rangeCount === 1 ? selection.getRangeAt(0).toString() : "";
    if (copied === "" || !(event.currentTarget as HTMLElement).textContent.includes(copied)) return;
    event.clipboardData?.setData("text/plain", copied);
    event.preventDefault();
  }

  function idElement({ value, replacedAt }: StoredTicket["ids"][number], at: number): HTMLElement {
    const element = copyOf("offline-id");
    fill(element, "value", value);
    find("value", element)?.addEventListener("copy", copyExactly);
    fill(element, "replaced", replacedAt === null ? "" : text("replacedOn", { time: timeText(replacedAt) }));
    const copy = find("copy", element);
    for (const name of ["aria-label", "title"]) copy?.setAttribute(name, text("copyId", { number: String(at + 1) }));
    const draw = (icon: string) => copy?.querySelector("use")?.setAttribute("href", `#icon-${icon}`);
    copy?.addEventListener("click", () =>
      navigator.clipboard.writeText(value).then(
        () => {
          say(text("copied"));
          draw("check");
          setTimeout(draw, COPIED_MS, "copy");
        },
        () => say(text("copyFailed")),
      ),
    );
    return element;
  }

  function ticketElement(ticket: StoredTicket): HTMLElement {
    const element = copyOf("offline-ticket");
    fill(element, "code", ticket.requestCode);
    fill(element, "product", ticket.product);
    fill(element, "ordered", timeText(ticket.orderedAt));
    fill(element, "amount", ticket.amount);
    fill(element, "checked", text("checkedAt", { time: timeText(ticket.checkedAt) }));
    find("product", element)?.setAttribute("lang", ticket.productLanguage);
    find("ids", element)?.append(...ticket.ids.map(idElement));
    const instructions = find("instructions", element);
    if (ticket.instructions.length === 0) instructions?.remove();
    fill(element, "lines", ticket.instructions.join("\n"));
    find("lines", element)?.setAttribute("lang", ticket.instructionsLanguage);
    const remove = find("remove", element);
    remove?.setAttribute("aria-label", text("removeNamed", { code: ticket.requestCode }));
    remove?.addEventListener("click", () =>
      store.remove(ticket.requestCode).then(() => {
        say(text("removed"));
        document.querySelector("h1")?.focus();
        return show();
      }, sayFailure),
    );
    return element;
  }

  async function show(): Promise<void> {
    const tickets = await store.list();
    speak(tickets);
    find("list")?.replaceChildren(...tickets.map(ticketElement));
    const empty = find("empty");
    if (empty) empty.hidden = tickets.length > 0;
  }

  /** Shows what is stored at once, and again once the shop answered. */
  async function update(): Promise<void> {
    await show();
    say("");
    const stored = await store.list();
    if (stored.length === 0) return;
    const answered = await store.check();
    await show();
    if (answered === null) say(text("isOffline"));
    else if (answered.length < stored.length) say(text("someRemoved"));
  }

  function sayFailure(): void {
    say(text("couldNotRead"));
  }

  if (cookieOf("theme")) root.dataset.theme = cookieOf("theme");
  const updateOrSay = () => void update().catch(sayFailure);
  for (const event of ["online", "offline", "storage"]) addEventListener(event, updateOrSay);
  document.addEventListener("visibilitychange", () => document.visibilityState === "visible" && updateOrSay());
  updateOrSay();
}
