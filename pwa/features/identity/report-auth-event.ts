/** Report a failed sign-in to the server's log; sends only a code. */
export function reportAuthEvent(code: string): void {
  navigator.sendBeacon('/api/auth/_log', new URLSearchParams({ level: 'error', code }));
}
