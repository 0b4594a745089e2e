import { useEffect } from "react";
import { sessionGone } from "../session/session-gone.ts";
import { hasTickets } from "./stored-codes.ts";

const bring = () => import("./store-ticket.ts");

/**
 * Removes stored tickets that are no longer this visitor's: checked with the shop when a page is
 * opened, when the session ends, and when somebody logs in or out. A logout removes all of them.
 * [S12.11]
 */
export function useTicketCheck(who: string | null): void {
  useEffect(checkIfAny, [who]);
  useEffect(() => sessionGone.follow(checkIfAny), []);
  useEffect(() => {
    document.addEventListener("submit", clearAtLogout);
    return () => document.removeEventListener("submit", clearAtLogout);
  }, []);
}

/** Checks the stored tickets, if there are any. */
export function checkIfAny(): void {
  if (hasTickets()) bring().then(({ checkTickets }) => checkTickets(), ignore);
}

/** Removes all stored tickets, if there are any. Resolves also if the browser does not let it. */
export async function clearIfAny(): Promise<void> {
  if (hasTickets())
    await bring()
      .then(({ removeTickets }) => removeTickets())
      .catch(ignore);
}

/** The server's answer clears the storage too, in browsers that know `Clear-Site-Data`. */
function clearAtLogout({ target }: Event): void {
  if (target instanceof HTMLFormElement && new URL(target.action).pathname === "/logout") void clearIfAny();
}

function ignore(): void {}
