import type { RouterContextProvider } from "react-router";
import { PROGRESS_LINES } from "#web/admin/frame/progress-lines.ts";
import { streamsProgress } from "#web/admin/frame/stream-progress.ts";

type Args = { request: Request; context: RouterContextProvider };

/** What an action answers to a form that accepts its progress as lines of JSON. */
export async function streamed(action: (args: never) => Promise<unknown>, given: never): Promise<Response> {
  const args: Args = given;
  args.request.headers.set("Accept", PROGRESS_LINES);
  const next = async () => {
    await action(given);
    return new Response();
  };
  const answer = await streamsProgress({ ...args, params: {} } as unknown as Parameters<typeof streamsProgress>[0], next);
  if (!(answer instanceof Response)) throw new Error("no answer");
  return answer;
}
