import { fileURLToPath } from "node:url";
import { expect, onTestFinished, test } from "vitest";
import { openVault } from "#platform/vault.server.ts";
import { openLines } from "./open-lines.ts";
import { beginOpening } from "./opening-thread.server.ts";

const vault = openVault("a fixed secret for tests, 32 bytes or more");
const program = { file: fileURLToPath(new URL("opening.ts", import.meta.url)), words: [] };

function opening() {
  const begun = beginOpening(program, vault.sealing);
  onTestFinished(() => begun.close());
  return begun;
}

/** The texts as the database hands them over: each sealed, behind its length, in pieces of two. */
function sealed(...texts: string[]): Buffer[] {
  const each = texts.map((text) => behindLength(vault.seal(text)));
  return [Buffer.concat(each.slice(0, 2)), Buffer.concat(each.slice(2))];
}

function behindLength(value: Buffer): Buffer {
  const length = Buffer.alloc(4);
  length.writeInt32BE(value.length);
  return Buffer.concat([length, value]);
}

const said = async (lines: Promise<Uint8Array>) => Buffer.from(await lines).toString();

test("[S2.35] threads open as this one does, and each answer is of what was asked", async () => {
  const threads = opening();
  const [first, second] = [sealed("ID-1", "₹ é", ""), sealed("ID-2")];
  const answers = [threads.lines(first, ""), threads.lines(second, ""), threads.lines([], ""), threads.lines(first, "é")];
  expect(await Promise.all(answers.map(said))).toEqual(["ID-1\n₹ é\n\n", "ID-2\n", "", "₹ é\n"]);
  expect(Buffer.from(openLines(vault.open, first, "")).toString()).toBe("ID-1\n₹ é\n\n");
});

test("[S2.35] what was changed is not opened, what was asked before it is", async () => {
  const threads = opening();
  const changed = sealed("ID-1");
  const [piece] = changed;
  piece?.writeUInt8(piece.readUInt8(piece.length - 1) ^ 1, piece.length - 1);
  const [before, broken] = await Promise.allSettled([said(threads.lines(sealed("before"), "")), threads.lines(changed, "")]);
  expect([before, broken?.status]).toEqual([{ status: "fulfilled", value: "before\n" }, "rejected"]);
});

test("[S2.35] threads that were ended say so to who still waits, and to who asks after", async () => {
  const threads = opening();
  const waits = [1, 2, 3].map(() => expect(threads.lines(sealed("ID-1"), "")).rejects.toThrow("has ended"));
  await threads.close();
  await Promise.all(waits);
  await expect(threads.lines(sealed("ID-1"), "")).rejects.toThrow("has ended");
});
