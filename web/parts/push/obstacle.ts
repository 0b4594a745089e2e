/**
 * What keeps this browser from showing notifications. `home screen`: an iPhone notifies only shops
 * that were added to the home screen.
 */
export type Obstacle = "insecure" | "home screen" | "unsupported" | "denied";

/** What is in the way of notifications in this browser, or null. */
export function obstacleHere(): Obstacle | null {
  if (!window.isSecureContext) return "insecure";
  if (isOfApple() && !("standalone" in navigator && navigator.standalone)) return "home screen";
  if (!("serviceWorker" in navigator && "PushManager" in window && "Notification" in window)) return "unsupported";
  return Notification.permission === "denied" ? "denied" : null;
}

/** An iPad says that it is a Mac, but Macs have no touch screen. */
function isOfApple(): boolean {
  return /iPhone|iPad|iPod/.test(navigator.userAgent) || (/Macintosh/.test(navigator.userAgent) && navigator.maxTouchPoints > 1);
}
