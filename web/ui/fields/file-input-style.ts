import { classNames } from "../class-names.ts";
import { fieldStyle } from "./field.tsx";

/** The classes of a file input. */
export const fileInputStyle = classNames(
  fieldStyle,
  "p-1 text-sm file:me-3 file:min-h-9 file:rounded-md file:border-0 file:bg-sunk file:px-3 file:font-semibold file:text-ink",
);
