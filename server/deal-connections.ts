import type { ChildProcess } from "node:child_process";
import { createServer, type Server, type Socket } from "node:net";
import { setTimeout as wait } from "node:timers/promises";
import { stopListening } from "./stop-listening.ts";
import type { FromWorker, ToWorker } from "./web-messages.ts";

/** So many connections may be on their way to one process: one that is stuck gets no more. */
const ON_THE_WAY_MAX = 8;
/** So many wait here while nobody takes them; others are not taken at all. */
const HELD_MAX = 500;
const LOOK_EVERY_MS = 10;

/** Deals the connections of one port out to processes that answer them. */
export type Dealer = {
  /** Takes the connections; not yet listening. */
  server: Server;
  /** Deals to this process too, until it ends. */
  dealTo(worker: ChildProcess): void;
  /** Takes no more once those who wait are taken, deals them out, and lets go of those that nobody took `patienceMs` after the call. */
  stop(patienceMs: number): Promise<void>;
};

type Seat = { worker: ChildProcess; onTheWay: Map<number, Socket> };

/**
 * Deals connections out in turn. Each stays in this process's hands until another says that it took it, so that none is lost with a process that dies in
 * that moment; where nobody takes any, they wait.
 */
export function openDealer(): Dealer {
  const seats: Seat[] = [];
  const waiting: Socket[] = [];
  let nextId = 1;
  let isOver = false;

  function deal(): void {
    for (let socket = waiting[0]; socket !== undefined; socket = waiting[0]) {
      const at = seats.findIndex(({ onTheWay }) => onTheWay.size < ON_THE_WAY_MAX);
      const [seat] = at < 0 ? [] : seats.splice(at, 1);
      if (seat === undefined) return;
      seats.push(seat);
      waiting.shift();
      if (!socket.destroyed) hand(seat, socket);
    }
  }

  function hand({ worker, onTheWay }: Seat, socket: Socket): void {
    const id = nextId;
    nextId += 1;
    onTheWay.set(id, socket);
    const message: ToWorker = { say: "connection", id };
    worker.send(message, socket, { keepOpen: true }, (error) => {
      if (error && onTheWay.delete(id)) back(socket);
    });
  }

  function back(socket: Socket): void {
    if (isOver) return void socket.destroy();
    waiting.unshift(socket);
    setImmediate(deal);
  }

  const server = createServer({ pauseOnConnect: true, noDelay: true }, (socket) => {
    socket.on("error", () => {});
    waiting.push(socket);
    deal();
  });
  server.maxConnections = HELD_MAX;
  return {
    server,
    dealTo(worker) {
      const seat: Seat = { worker, onTheWay: new Map() };
      seats.push(seat);
      worker.on("message", ({ say, ...about }: FromWorker) => {
        const id = "id" in about ? about.id : 0;
        const socket = seat.onTheWay.get(id);
        if (socket === undefined || !seat.onTheWay.delete(id)) return;
        // What is closed here stays open there.
        if (say === "taken") socket.destroy();
        else back(socket);
        deal();
      });
      worker.once("exit", function takeBack() {
        // What it said before it died is heard first. `disconnect` is not told of one that died with a connection on its way.
        if (worker.connected) return void setImmediate(takeBack);
        seats.splice(seats.indexOf(seat), 1);
        for (const socket of seat.onTheWay.values()) back(socket);
        seat.onTheWay.clear();
      });
      deal();
    },
    async stop(patienceMs) {
      const until = performance.now() + patienceMs;
      await stopListening(server);
      const isDealing = () => waiting.length > 0 || seats.some(({ onTheWay }) => onTheWay.size > 0);
      while (isDealing() && performance.now() < until) await wait(LOOK_EVERY_MS);
      isOver = true;
      for (const socket of waiting.splice(0)) socket.destroy();
    },
  };
}
