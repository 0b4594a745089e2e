/**
 * Runs long commands in a child process, so that their memory, processor time and crashes do not
 * affect the processes that answer visitors.
 */
export type ChildRunner = {
  /**
   * Runs the named command with `about`, which holds plain values only. Resolves when it has ended;
   * rejects if it failed or the shop was stopped. `givenUp` kills the child process at once, even a
   * frozen one.
   */
  do(command: string, about: object, givenUp?: AbortSignal): Promise<void>;
};

/** Runs commands in this process, if nothing else depends on it. */
export function runInThisProcess(commands: Readonly<Record<string, (about: never) => Promise<void>>>): ChildRunner {
  return {
    async do(command, about) {
      const work = commands[command];
      if (!work) throw new Error(`there is no command ${command}`);
      await work(about as never);
    },
  };
}
