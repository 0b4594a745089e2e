import { setTimeout as wait } from "node:timers/promises";
import { Client, type ClientBase, Pool, type PoolClient, type PoolConfig } from "pg";
import { Unreachable } from "../unreachable.ts";
import { isNoWay } from "./is-unreachable.ts";

/** How long a pool waits before it takes silence for what it is, in ms. */
export type Patience = {
  lookEvery: number;
  /** An answer that takes longer lets the pool ask whether the database answers at all. */
  slow: number;
  answerWithin: number;
  /** Nothing that a visitor waits for takes so long: the connection is dead, though the database is not. */
  stuck: number;
};

const usual: Patience = { lookEvery: 1_000, slow: 3_000, answerWithin: 4_000, stuck: 2 * 60_000 };
/** Where nobody waits for an answer: a disk that is busy for a minute must not cost the work of an hour. */
export const unhurried: Patience = { ...usual, answerWithin: 2 * 60_000 };
/** What came while this process itself was held up is read before anybody is given up. */
const GRACE_MS = 250;

type Connected = (error: Error | undefined, client: PoolClient | undefined, release: (error?: Error | boolean) => void) => void;
type Waiting = { query: object | null; bytesRead: number; since: number };

/** What `pg` knows of a connection beside what its types tell. */
type Insight = {
  _getActiveQuery(): object | null;
  connection: { stream: { bytesRead: number; destroy(): void; cork(): void; uncork(): void } };
};

/** Connections that may take long for a statement. */
const patient = new WeakSet<ClientBase>();

/**
 * Lets a connection's statements take, and wait for others, as long as they need: for work that no visitor waits for. Let go of it with `release(true)`.
 */
export async function letTakeLong(client: ClientBase): Promise<void> {
  patient.add(client);
  await client.query("set lock_timeout = 0; set idle_in_transaction_session_timeout = 0");
}

/** A connection that sends what is asked of it in one breath in one piece: each piece wakes the database, and that costs more than many a statement. */
class BreathClient extends Client {
  #isGathering = false;

  // biome-ignore lint/suspicious/noExplicitAny: it takes and gives what `query` does, in each of its forms
  override query(...asked: any[]): any {
    this.#gather();
    return Reflect.apply(super.query, this, asked);
  }

  #gather(): void {
    if (this.#isGathering) return;
    this.#isGathering = true;
    const { stream } = insightInto(this).connection;
    stream.cork();
    process.nextTick(() => {
      this.#isGathering = false;
      stream.uncork();
    });
  }
}

/**
 * A pool that notices a database which says nothing any more, because it is frozen or the way to it is cut: within some eight seconds whoever waits for it
 * (or, `unhurried`, some minutes) is told `Unreachable`, and whoever comes later at once, until it answers again. A database that answers slowly is left alone.
 */
export class WatchedPool extends Pool {
  readonly #options: PoolConfig;
  readonly #patience: Patience;
  readonly #clients = new Map<PoolClient, Waiting>();
  /** Who waits for a connection, and since when. */
  readonly #queue = new Map<(error: Error) => void, number>();
  #lookedAt = performance.now();
  #isAsking = false;
  #isSilent = false;

  constructor(options: PoolConfig, patience: Patience = usual) {
    super({ ...options, Client: BreathClient });
    this.#options = options;
    this.#patience = patience;
    this.on("connect", (client) => {
      this.#clients.set(client, { query: null, bytesRead: 0, since: 0 });
      client.once("end", () => this.#clients.delete(client));
    });
    const looking = setInterval(() => (this.ending ? clearInterval(looking) : this.#look()), patience.lookEvery).unref();
  }

  override connect(): Promise<PoolClient>;
  override connect(connected: Connected): void;
  override connect(connected?: Connected): Promise<PoolClient> | undefined {
    if (!connected) {
      return new Promise((resolve, reject) => this.connect((error, client) => (client ? resolve(client) : reject(error))));
    }
    if (this.#isSilent) {
      process.nextTick(connected, silence(), undefined, () => {});
      return;
    }

    const giveUp = (error: Error) => connected(error, undefined, () => {});
    this.#queue.set(giveUp, performance.now());
    super.connect((error, client, release) => {
      if (this.#queue.delete(giveUp)) connected(error, client, release);
      // Who waited in vain is told twice; only who got a connection has one to give back.
      else if (client) release();
    });
  }

  #look(): void {
    const now = performance.now();
    const wasHeldUp = now - this.#lookedAt > this.#patience.slow;
    this.#lookedAt = now;

    let longest = Math.max(0, ...[...this.#queue.values()].map((since) => now - since));
    for (const [client, known] of this.#clients) {
      const query = insightInto(client)._getActiveQuery();
      const { bytesRead } = insightInto(client).connection.stream;
      if (query === null || query !== known.query || bytesRead !== known.bytesRead || wasHeldUp) {
        this.#clients.set(client, { query, bytesRead, since: now });
      } else if (now - known.since < this.#patience.stuck || patient.has(client)) longest = Math.max(longest, now - known.since);
      else cut(client);
    }
    if (!wasHeldUp && (longest >= this.#patience.slow || this.#isSilent)) void this.#ask();
  }

  async #ask(): Promise<void> {
    if (this.#isAsking) return;
    this.#isAsking = true;
    const isAnswering = await answers(this.#options, this.#patience.answerWithin);
    this.#isAsking = false;
    this.#isSilent = !isAnswering && !this.ending;
    if (!this.#isSilent) return;

    for (const client of this.#clients.keys()) cut(client);
    const waiting = [...this.#queue.keys()];
    this.#queue.clear();
    for (const giveUp of waiting) giveUp(silence());
  }
}

function silence(): Unreachable {
  return new Unreachable("the database does not answer");
}

function insightInto(client: ClientBase): Insight {
  return client as unknown as Insight;
}

/** Fails what it was busy with; a farewell would wait for the other side. */
function cut(client: PoolClient): void {
  insightInto(client).connection.stream.destroy();
}

/**
 * Whether anything comes from the database in time, on a connection of its own. Its no is an answer too: then each query fails by itself. That there is no way to
 * it is none: what was sent before would lie in its connection, and be done when the way is back and nobody waits for it any more.
 */
async function answers({ connectionString }: PoolConfig, withinMs: number): Promise<boolean> {
  const client = new Client({ connectionString, application_name: "trackside watch" });
  client.on("error", () => {});
  const asking = client.connect().then(() => client.query("select 1"));
  const asked = asking.then(
    () => true,
    (error) => !isNoWay(error),
  );
  const unheld = { ref: false };
  const tooLate = wait(withinMs, undefined, unheld).then(() => wait(GRACE_MS, false, unheld));
  const isAnswering = await Promise.race([asked, tooLate]);
  client.connection?.stream.destroy();
  return isAnswering;
}
