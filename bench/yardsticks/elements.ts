import { Parser } from "htmlparser2";
import { createElement, type ReactNode } from "react";

/** An element of a page as plain data: its tag, its properties for React, and what is inside. */
export type Branch = { tag: string; properties: Record<string, unknown>; inside: (Branch | string)[] };

/** HTML names that React spells differently. */
const spelled: Record<string, string> = { class: "className", for: "htmlFor" };
/** What React takes as raw text. */
const RAW = ["script", "style"];

/** Reads a page's HTML as the elements that it was made of, without comments and doctype. */
export function elementsOf(html: string): Branch {
  const root: Branch = { tag: "", properties: {}, inside: [] };
  const open = [root];
  const parser = new Parser({
    onopentag(tag, attributes) {
      const branch: Branch = { tag, properties: Object.fromEntries(Object.entries(attributes).map(propertyOf)), inside: [] };
      open.at(-1)?.inside.push(branch);
      open.push(branch);
    },
    ontext(text) {
      open.at(-1)?.inside.push(text);
    },
    onclosetag() {
      const branch = open.pop();
      if (branch && RAW.includes(branch.tag)) branch.properties.dangerouslySetInnerHTML = { __html: branch.inside.splice(0).join("") };
    },
  });
  parser.end(html);
  const [page] = root.inside;
  if (typeof page !== "object") throw new Error("a page without elements");
  return page;
}

/** The elements as React makes them for each request anew. */
export function reactElements(branch: Branch | string): ReactNode {
  if (typeof branch === "string") return branch;
  return createElement(branch.tag, branch.properties, ...branch.inside.map(reactElements));
}

function propertyOf([name, value]: [string, string]): [string, unknown] {
  if (name === "style") return [name, Object.fromEntries(value.split(";").filter(Boolean).map(styleOf))];
  if (name === "value") return ["defaultValue", value];
  if (name === "checked") return ["defaultChecked", true];
  return [spelled[name] ?? name, value === "" && !name.startsWith("data-") && name !== "alt" ? true : value];
}

function styleOf(declaration: string): [string, string] {
  const [name = "", ...value] = declaration.split(":");
  const property = name.trim();
  return [
    property.startsWith("--") ? property : property.replace(/-(.)/g, (_, letter: string) => letter.toUpperCase()),
    value.join(":").trim(),
  ];
}
