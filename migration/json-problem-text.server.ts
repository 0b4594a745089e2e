import type { KeyedText } from "#messages/keyed-text.ts";
import type { JsonFault, JsonProblem } from "#platform/json/json-problem.ts";
import { type RefusalCode, textOf } from "#shop/refusal.ts";

/** Where and why a file is not JSON. */
export function textOfJsonProblem({ line, column, wrong }: JsonProblem): KeyedText {
  return textOf("jsonProblem", { line, column, wrong: textOf(jsonFaults[wrong]) });
}

const jsonFaults = {
  "a colon was expected": "jsonColonExpected",
  "a comma or ] was expected": "jsonCommaInListExpected",
  "a comma or } was expected": "jsonCommaInObjectExpected",
  "a line break or control character inside a text": "jsonControlCharacter",
  "a name in quotes was expected": "jsonNameExpected",
  "a value was expected": "jsonValueExpected",
  "an escape that JSON does not know": "jsonEscapeUnknown",
  "an escape without four hexadecimal digits": "jsonEscapeIncomplete",
  "it is not in UTF-8": "jsonNotUtf8",
  "more than 200 objects and lists inside each other": "jsonTooDeep",
  "one value is larger than 32 MB": "jsonValueTooLarge",
  "the file ends here, in the middle": "jsonCutOff",
  "the file goes on behind its end": "jsonGoesOn",
} as const satisfies Record<JsonFault, RefusalCode>;
