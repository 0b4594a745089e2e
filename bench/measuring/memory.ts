import { readFile } from "node:fs/promises";
import { setTimeout as wait } from "node:timers/promises";

export const MB = 1024 * 1024;

/** Resident memory of a process in bytes, as Linux counts it. */
export async function residentBytes(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, "utf8");
  return Number(/VmRSS:\s+(\d+) kB/.exec(status)?.[1]) * 1024;
}

const SETTLING_MS = 500;
const COLLECTIONS = 3;

/**
 * Runs a garbage collection through the inspector of a process started with `--inspect=<port>`, and
 * returns its heap size in bytes.
 */
export async function inspect(inspectPort: number): Promise<{ heapUsed: number }> {
  const listed = await fetch(`http://127.0.0.1:${inspectPort}/json/list`);
  const [target]: { webSocketDebuggerUrl: string }[] = await listed.json();
  if (!target) throw new Error("the inspector shows no process");
  const inspector = new WebSocket(target.webSocketDebuggerUrl);
  await new Promise((resolve, reject) => {
    inspector.onopen = resolve;
    inspector.onerror = reject;
  });
  let asked = 0;
  const ask = async (method: string): Promise<{ usedSize?: number }> => {
    asked += 1;
    const answered = new Promise<string>((resolve) => {
      inspector.onmessage = ({ data }) => resolve(String(data));
    });
    inspector.send(JSON.stringify({ id: asked, method }));
    const { result }: { result: { usedSize?: number } } = JSON.parse(await answered);
    return result;
  };
  for (let time = 0; time < COLLECTIONS; time += 1) {
    await ask("HeapProfiler.collectGarbage");
    await wait(SETTLING_MS);
  }
  const { usedSize = Number.NaN } = await ask("Runtime.getHeapUsage");
  inspector.close();
  return { heapUsed: usedSize };
}
