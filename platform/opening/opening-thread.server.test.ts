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

/** The texts as the database hands them over: each sealed, behind its length. */
function sealed(...texts: string[]): Buffer {
  return Buffer.concat(texts.map((text) => behindLength(vault.seal(text))));
}

function behindLength(value: Buffer): Buffer {
  const length = Buffer.alloc(4);
  length.writeInt32BE(value.length);
  return Buffer.concat([length, value]);
}

const said = async (lines: Promise<Uint8Array>) => Buffer.from(await lines).toString();

test("[S2.35] a thread opens as this one does, and answers in the order in which it was asked", async () => {
  const thread = opening();
  const [first, second] = [sealed("ID-1", "₹ é", ""), sealed("ID-2")];
  const answers = [thread.lines(first, ""), thread.lines(second, ""), thread.lines(Buffer.alloc(0), ""), thread.lines(first, "é")];
  expect(await Promise.all(answers.map(said))).toEqual(["ID-1\n₹ é\n\n", "ID-2\n", "", "₹ é\n"]);
  expect(Buffer.from(openLines(vault.open, first, "")).toString()).toBe("ID-1\n₹ é\n\n");
});

test("[S2.35] what was changed is not opened, and nothing after it", async () => {
  const thread = opening();
  const changed = sealed("ID-1");
  changed.writeUInt8(changed.readUInt8(changed.length - 1) ^ 1, changed.length - 1);
  expect(await said(thread.lines(sealed("before"), ""))).toBe("before\n");
  const [broken, after] = await Promise.allSettled([thread.lines(changed, ""), thread.lines(sealed("after"), "")]);
  expect([broken?.status, after?.status]).toEqual(["rejected", "rejected"]);
  await expect(thread.lines(sealed("later"), "")).rejects.toThrow();
});

test("[S2.35] a thread that was ended says so to who still waits, and to who asks after", async () => {
  const thread = opening();
  const waits = expect(thread.lines(sealed("ID-1"), "")).rejects.toThrow("has ended");
  await thread.close();
  await waits;
  await expect(thread.lines(sealed("ID-1"), "")).rejects.toThrow("has ended");
});
