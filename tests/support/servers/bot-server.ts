import { openProgramServer, type ProgramServer } from "./program-server.ts";

/** A message as the messaging app would show it. */
export type BotMessage = { chat_id: string; text: string };

/** A server with the parts of Telegram's bot API that the shop uses. */
export type BotServer = Pick<ProgramServer, "url" | "received" | "close"> & {
  messages: BotMessage[];
  /** Refuses the next messages, as the API does when there are too many. */
  isBusyFor(seconds: number | null): void;
};

/** Opens such a server. It knows one bot by its token, and one chat. */
export async function openBotServer({ token, chatId }: { token: string; chatId: string }): Promise<BotServer> {
  const messages: BotMessage[] = [];
  let busyFor: number | null = null;
  const program = await openProgramServer();
  program.answerWith((response) => {
    const got = program.received.at(-1);
    const [status, body] = answerTo(got?.path ?? "", got?.body ?? "");
    response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
  });

  function answerTo(path: string, body: string): [number, object] {
    // Repeats the request, as the real API and careless servers do.
    if (path !== `/bot${token}/sendMessage`) return [404, { ok: false, error_code: 404, description: `Not Found: ${path}` }];
    if (busyFor !== null) {
      const description = `Too Many Requests: retry after ${busyFor}`;
      return [429, { ok: false, error_code: 429, description, parameters: { retry_after: busyFor } }];
    }
    const message = JSON.parse(body) as BotMessage;
    if (message.chat_id !== chatId) return [400, { ok: false, error_code: 400, description: "Bad Request: chat not found" }];
    messages.push(message);
    return [200, { ok: true, result: { message_id: messages.length, text: message.text } }];
  }

  return {
    url: program.url,
    received: program.received,
    messages,
    isBusyFor: (seconds) => {
      busyFor = seconds;
    },
    close: program.close,
  };
}
