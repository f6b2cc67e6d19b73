/** The interval at which the session is checked (specification 7). */
const REFRESH_MS = 600_000;

/** Browser events that make the app check the session. */
export interface SessionSignals {
  window: Pick<EventTarget, 'addEventListener' | 'removeEventListener'>;
  /** Channel on which another tab announces a sign-in, sign-out or switch. */
  channel: Pick<EventTarget, 'addEventListener' | 'removeEventListener'>;
}

/**
 * Refresh the session at once, every 600 seconds, when the window gets focus or network, and when another tab
 * announces a change.
 */
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
