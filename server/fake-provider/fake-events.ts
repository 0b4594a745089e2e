import { setTimeout as wait } from "node:timers/promises";
import type { Hook, Knobs, SentEvent } from "./knobs.ts";

/** An event to send. `headers` signs it, at the time of sending. */
type EventToSend = { id: string; kind: string; body: string; headers(secret: string): Record<string, string> };

/** How a provider tries again. */
type Retries = {
  /** The hours between two attempts; after the last one the event is given up. */
  hours: readonly number[];
  /** Whether a repetition is signed with the secret of the first attempt. */
  keepsSecret: boolean;
  /** Whether the hook is switched off once an event is given up. */
  switchesOff: boolean;
};

const ANSWER_MAX_MS = 5_000;
const TOGETHER_MS = 30;
const FORGED = "a secret that nobody has agreed on";

/** Sends events as a provider does: signed, again and again until somebody accepts them. */
export class FakeEvents {
  readonly sent: SentEvent[] = [];
  hook: Hook | null = null;
  isHookOn = true;
  private together: { event: EventToSend; record: SentEvent; done: () => void }[] = [];
  private readonly knobs: () => Knobs;
  private readonly retries: Retries;

  constructor(knobs: () => Knobs, retries: Retries) {
    this.knobs = knobs;
    this.retries = retries;
  }

  /** Sends an event. Resolves when it was answered for the first time, or will never be sent. */
  send(event: EventToSend): Promise<void> {
    const record: SentEvent = { id: event.id, kind: event.kind, state: "waiting", statuses: [] };
    this.sent.push(record);
    if (this.knobs().dropsEvents || this.knobs().onlyKinds?.includes(event.kind) === false || this.hook === null || !this.isHookOn) {
      record.state = "dropped";
      return Promise.resolve();
    }
    return new Promise((done) => {
      this.together.push({ event, record, done });
      if (this.together.length === 1) setTimeout(() => this.sendTogether(), TOGETHER_MS);
    });
  }

  private async sendTogether(): Promise<void> {
    const batch = this.together.splice(0);
    if (this.knobs().reversesEvents) batch.reverse();
    for (const { event, record, done } of batch) {
      await wait(this.knobs().eventDelayMs);
      const secret = this.secret();
      const copies = Array.from({ length: Math.max(1, this.knobs().eventTimes) }, () => this.post(event, record, secret));
      const isAccepted = (await Promise.all(copies)).some(Boolean);
      done();
      if (isAccepted) record.state = "accepted";
      else void this.sendAgain(event, record, secret);
    }
  }

  private async sendAgain(event: EventToSend, record: SentEvent, first: string): Promise<void> {
    for (const hours of this.retries.hours) {
      await wait(Math.max(1, hours * this.knobs().hourMs));
      if (!this.isHookOn) break;
      if (await this.post(event, record, this.retries.keepsSecret ? first : this.secret())) {
        record.state = "accepted";
        return;
      }
    }
    record.state = "given up";
    if (this.retries.switchesOff) this.isHookOn = false;
  }

  private secret(): string {
    const { signature } = this.knobs();
    if (signature === "forged") return FORGED;
    return (signature === "old" ? this.hook?.oldSecret : this.hook?.secret) ?? FORGED;
  }

  private async post(event: EventToSend, record: SentEvent, secret: string): Promise<boolean> {
    const headers = { "content-type": "application/json", ...event.headers(secret) };
    const status = await fetch(this.hook?.url ?? "", {
      method: "POST",
      headers,
      body: event.body,
      redirect: "manual",
      signal: AbortSignal.timeout(ANSWER_MAX_MS),
    }).then(
      (answer) => answer.body?.cancel().then(() => answer.status) ?? answer.status,
      () => 0,
    );
    record.statuses.push(status);
    return status >= 200 && status < 300;
  }
}
