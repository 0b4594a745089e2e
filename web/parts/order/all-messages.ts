/** Whether the address of an order's page asks for all of its messages, not only the last. [S14.1] */
export function areAllAsked(request: Request): boolean {
  return new URL(request.url).searchParams.get("messages") === "all";
}
