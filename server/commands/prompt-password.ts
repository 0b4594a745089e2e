import { createInterface } from "node:readline/promises";
import { Writable } from "node:stream";
import { text } from "node:stream/consumers";

/** Asks without echoing what is typed. Reads the first line if the input is not a terminal. */
export async function promptPassword(question: string): Promise<string> {
  if (!process.stdin.isTTY) return (await text(process.stdin)).split(/\r?\n/)[0] ?? "";

  const muted = new Writable({ write: (_chunk, _encoding, done) => done() });
  const input = createInterface({ input: process.stdin, output: muted, terminal: true });
  process.stdout.write(question);
  // Ctrl-C and Ctrl-D close the input without an answer.
  const noAnswer = new Promise<string>((resolve) => input.once("close", () => resolve("")));
  const answer = await Promise.race([input.question(""), noAnswer]);
  input.close();
  process.stdout.write("\n");
  return answer;
}
