/** The session is asked for again this often (specification 7). */
const REFRESH_MS = 600_000;

/** What of the browser tells that the session should be looked at. */
export interface SessionSignals {
  window: Pick<EventTarget, 'addEventListener' | 'removeEventListener'>;
  /** Another tab says here that somebody signed in, out or switched. */
  channel: Pick<EventTarget, 'addEventListener' | 'removeEventListener'>;
}

/** Refreshes at once, every 600 seconds, when the window gets the focus or the network, and when another tab says so. */
export function keepSessionFresh(refresh: () => void, { window, channel }: SessionSignals): () => void {
  const timer = setInterval(refresh, REFRESH_MS);
  window.addEventListener('focus', refresh);
  window.addEventListener('online', refresh);
  channel.addEventListener('message', refresh);
  refresh();
  return () => {
    clearInterval(timer);
    window.removeEventListener('focus', refresh);
    window.removeEventListener('online', refresh);
    channel.removeEventListener('message', refresh);
  };
}
