import { loadWhole, pageWanted, sayLost } from "./failed-navigation.ts";
import { isReloadingItself } from "./newer-build.ts";

/** A form that was sent last, and whether the browser itself is to send it. */
type Sent = { form: HTMLFormElement; submitter: HTMLElement | null; at: number; isPlain: boolean };

/** How often to ask whether the shop can be reached, in ms. */
const ASKED_EVERY_MS = 2_000;
/** How long a form may take until its button says that it is busy, in ms. */
const BUSY_WITHIN_MS = 2_000;

/**
 * Prevents the router's full reload when a script fails to load, such as an old one after a
 * deployment, or when the shop's list of scripts is another one, which would lose what was typed.
 * Needs the Navigation API. The wanted page is loaded
 * only if the shop answers; a form whose script is missing is sent by the browser itself. Returns
 * how to stop. [S8.4]
 */
export function preventReload(): () => void {
  if (!("navigation" in window)) return () => {};
  let sent: Sent | null = null;
  const remember = ({ target, submitter }: SubmitEvent) => {
    sent = target instanceof HTMLFormElement ? { form: target, submitter, at: Date.now(), isPlain: false } : null;
  };
  const callOff = (event: NavigateEvent) => {
    if (!isReload(event) || event.userInitiated || !event.cancelable || isReloadingItself()) return;
    const address = pageWanted();
    if (address !== null) {
      event.preventDefault();
      void loadWhole(address);
    } else if (sent && isUnanswered(sent)) {
      event.preventDefault();
      if (!sent.isPlain) void sendPlainly(sent);
      // The router reloads once for each script of the form.
      sent.isPlain = true;
    }
  };
  window.addEventListener("submit", remember, { capture: true });
  navigation.addEventListener("navigate", callOff);
  return () => {
    window.removeEventListener("submit", remember, { capture: true });
    navigation.removeEventListener("navigate", callOff);
  };
}

/** The router reloads a page by its address too. */
function isReload({ navigationType, destination }: NavigateEvent): boolean {
  return navigationType === "reload" || (!destination.sameDocument && destination.url === location.href);
}

function isUnanswered({ form, at }: Sent): boolean {
  return form.isConnected && (Date.now() - at < BUSY_WITHIN_MS || form.querySelector('[aria-busy="true"]') !== null);
}

/** Sends a form without its script, once the shop can be reached. */
async function sendPlainly({ form, submitter }: Sent): Promise<void> {
  let isSaid = false;
  while (!(await isReachable())) {
    if (!isSaid) sayLost(null);
    isSaid = true;
    await new Promise((resolve) => setTimeout(resolve, ASKED_EVERY_MS));
    if (!form.isConnected) return;
  }
  window.addEventListener("submit", (event) => event.stopImmediatePropagation(), { capture: true, once: true });
  form.requestSubmit(submitter);
}

async function isReachable(): Promise<boolean> {
  const answer = await fetch(location.href, { method: "HEAD" }).catch(() => null);
  return answer !== null && answer.status < 500;
}
