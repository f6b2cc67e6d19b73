/** Tells the server's log that signing in went wrong here; only a code leaves the browser. */
export function reportAuthEvent(code: string): void {
  navigator.sendBeacon('/api/auth/_log', new URLSearchParams({ level: 'error', code }));
}
