import { AsyncLocalStorage } from "node:async_hooks";
import type { QueueNo } from "#platform/fair-queue/fair-queue.ts";
import { openTurns } from "#platform/fair-queue/open-turns.ts";
import { ownQueueLane, type QueueLane, queueLaneOfNetwork } from "#platform/fair-queue/queue-lane.ts";
import { afterMs, type Refusal, refused } from "#shop/refusal.ts";
import { HASH_LIMITS, HASHES_BUSY_WAIT_MS } from "../constants.ts";
import { CLIENT_ADDRESS_HEADER } from "../sessions/cookies.ts";

type TooMany = Refusal<"tooManyRequests">;

/**
 * The turns in which this process hashes passwords: many networks that try passwords keep nobody
 * waiting long, least of all a browser that logged in to its account before. Nobody who waits holds
 * a connection to the database. [S8.3]
 */
export type HashTurns = {
  /**
   * Does work that hashes, in the lane in which it was begun. Throws what `inLane` turns into a
   * refusal if there is no turn for it. A right password (`isFree`) does not count against the time
   * of its lane, which may be that of many people behind one address.
   */
  take<T>(hash: () => Promise<T>, isFree?: (done: T) => boolean): Promise<T>;
  /**
   * Does work whose hashing waits in this lane. Refuses `tooManyRequests`, before anything is done
   * if too many wait already, and otherwise in the middle of the work, where it hashes.
   */
  inLane<T>(lane: QueueLane, work: () => Promise<T>): Promise<T | TooMany>;
};

/** Opens the turns of one process. What begins in no lane is the shop's own. */
export function openHashTurns(): HashTurns {
  const turns = openTurns(HASH_LIMITS);
  const lanes = new AsyncLocalStorage<QueueLane>();
  return {
    async take(hash, isFree) {
      const turn = await turns.take(lanes.getStore() ?? ownQueueLane("the shop"), hash, isFree);
      if ("fault" in turn) throw new NoTurn(turn);
      return turn.done;
    },
    async inLane(lane, work) {
      const no = turns.objection(lane);
      if (no) return refusalOf(no);
      try {
        return await lanes.run(lane, work);
      } catch (error) {
        if (error instanceof NoTurn) return refusalOf(error.no);
        throw error;
      }
    },
  };
}

/** The lane of an account, for who is logged in to it or did so before in the same browser. */
export function laneOfAccount(email: string): QueueLane {
  return { name: `account ${email.toLowerCase()}`, isLimited: true, isFirst: true };
}

/** The lane of the network from which a request comes. */
export function laneOfRequest(headers: Headers): QueueLane {
  const network = headers.get(CLIENT_ADDRESS_HEADER);
  return network === null ? ownQueueLane("the shop") : queueLaneOfNetwork(network);
}

class NoTurn extends Error {
  readonly no: QueueNo;

  constructor(no: QueueNo) {
    super("there is no turn for this hash");
    this.name = "NoTurn";
    this.no = no;
  }
}

function refusalOf(no: QueueNo): TooMany {
  return afterMs(refused("tooManyRequests"), no.fault === "limited" ? no.waitMs : HASHES_BUSY_WAIT_MS);
}
