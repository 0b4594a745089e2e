import { expect, test, vi } from "vitest";
import { streamedFile } from "./streamed-file.ts";

/** A file in two pieces, with spies for its start and its end. */
function aFile() {
  const [begun, ended] = [vi.fn(), vi.fn()];
  async function* pieces() {
    begun();
    try {
      yield "₹ first\n";
      yield new TextEncoder().encode("second\n");
    } finally {
      ended();
    }
  }
  return { file: { name: "file.txt", type: "text/plain; charset=utf-8", pieces: pieces() }, begun, ended };
}

test("[S2.35] a file is sent as text and as bytes, under its name, and no cache stores it", async () => {
  const { file, ended } = aFile();
  const answer = streamedFile(file);
  expect(answer.headers.get("Content-Disposition")).toBe('attachment; filename="file.txt"');
  expect(answer.headers.get("Cache-Control")).toBe("private, no-store");
  expect(await answer.text()).toBe("₹ first\nsecond\n");
  expect(ended).toHaveBeenCalledOnce();
});

test("[S2.35] nothing starts for a file that nobody reads, and an abandoned one ends", async () => {
  const unread = aFile();
  streamedFile(unread.file);
  const givenUp = aFile();
  const reader = streamedFile(givenUp.file).body?.getReader();
  await reader?.read();
  expect(givenUp.ended).not.toHaveBeenCalled();
  await reader?.cancel();
  expect(givenUp.ended).toHaveBeenCalledOnce();
  expect(unread.begun).not.toHaveBeenCalled();
});
