import { connect, type Socket } from "node:net";

/** Many followers of events, each on a connection of its own, as browsers are. */
export type Followers = {
  /** Calls back for each event, with the number of the follower that received it. */
  onChange(onEvent: (who: number) => void): void;
  close(): Promise<void>;
};

/**
 * Opens a connection for each path and waits until each has received its first event. Opens at most
 * `atOnce` at a time.
 */
export async function followMany(port: number, paths: { path: string; key?: string }[], atOnce = 50): Promise<Followers> {
  const sockets: Socket[] = [];
  let onEvent: (who: number) => void = () => {};
  let next = 0;

  function open(who: number): Promise<void> {
    const { path, key } = paths[who] ?? { path: "/" };
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const socket = connect(port, "127.0.0.1");
    sockets.push(socket);
    let isOpen = false;
    socket.on("error", reject);
    socket.on("data", (bytes) => {
      if (!bytes.includes("data: changed")) {
        if (!isOpen && !bytes.includes("200 OK")) reject(new Error(`not followed: ${bytes.toString("latin1", 0, 200)}`));
        return;
      }
      if (isOpen) onEvent(who);
      isOpen = true;
      resolve();
    });
    socket.once("close", () => reject(new Error("a follower was let go")));
    const keyLine = key ? `X-Access-Key: ${key}\r\n` : "";
    socket.write(`GET ${path} HTTP/1.1\r\nHost: localhost:${port}\r\nAccept: text/event-stream\r\n${keyLine}\r\n`);
    return promise;
  }

  const openOthers = async () => {
    while (next < paths.length) await open(next++);
  };
  await Promise.all(Array.from({ length: atOnce }, openOthers));
  return {
    onChange(callback) {
      onEvent = callback;
    },
    async close() {
      for (const socket of sockets) socket.destroy();
    },
  };
}
