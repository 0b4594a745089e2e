import type { KeyedText } from "#messages/keyed-text.ts";
import type { JsonFault, JsonProblem } from "#platform/json/json-problem.ts";
import { type RefusalCode, textOf } from "#shop/refusal.ts";

/** Where and why a file is not JSON. */
export function textOfJsonProblem({ line, column, wrong }: JsonProblem): KeyedText {
  return textOf("jsonProblem", { line, column, wrong: textOf(jsonFaults[wrong]) });
}

const jsonFaults = {
  "a colon is missing": "jsonColonExpected",
  "a comma or ] is missing": "jsonCommaInListExpected",
  "a comma or } is missing": "jsonCommaInObjectExpected",
  "a text has a line break or control character in it": "jsonControlCharacter",
  "a name in quotes is missing": "jsonNameExpected",
  "a value is missing": "jsonValueExpected",
  "JSON has no such escape after a backslash": "jsonEscapeUnknown",
  "an escape needs four hexadecimal digits": "jsonEscapeIncomplete",
  "the file isn't in UTF-8": "jsonNotUtf8",
  "more than 200 lists and objects are nested": "jsonTooDeep",
  "one value is over 32 MB": "jsonValueTooLarge",
  "the file ends too early": "jsonCutOff",
  "there is more text after the end": "jsonGoesOn",
} as const satisfies Record<JsonFault, RefusalCode>;
