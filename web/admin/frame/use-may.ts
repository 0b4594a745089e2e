import { createContext, use } from "react";
import { type AskedRight, includesRight, type Rights } from "#shop/rights.ts";
import { rightOfPage } from "#web/page-rights.ts";

/**
 * The rights of the person who reads an admin page, from the frame's loader. Pages only decide what
 * to offer by them: commands and queries ask for theirs again. [S13.9]
 */
export const RightsOfReader = createContext<Rights>("all");

/** Returns whether the reader has a right, so that nothing is offered that would be refused. [S13.9] */
export function useMay(): (right: AskedRight) => boolean {
  const rights = use(RightsOfReader);
  return (right) => includesRight(rights, right);
}

/** Returns whether the reader may open an address of the admin area. [S13.9] */
export function useMayOpen(): (to: string) => boolean {
  const may = useMay();
  return (to) => {
    const right = rightOfPage(to);
    return right === null || may(right);
  };
}
