import { useSyncExternalStore } from 'react';
import { listSignInProviders, startGoogleSignIn } from '#db/api/identity/sessions.ts';
import { call, callUrl } from '#pwa/api/call.ts';
import { CardButtonAnchor } from './auth-card.tsx';

const KEY = 'offers-google';

const pages = new Set<() => void>();
const readStored = (): boolean => localStorage.getItem(KEY) === 'yes';

/** Ask the server when a page begins to show the offer; without an answer the last one stays. */
function subscribe(onChange: () => void): () => void {
  pages.add(onChange);
  void call(listSignInProviders, {}).then(
    ({ google }) => {
      localStorage.setItem(KEY, google ? 'yes' : 'no');
      for (const notify of pages) notify();
    },
    () => undefined,
  );
  return () => pages.delete(onChange);
}

/**
 * Whether Google is available here; the last answer is used until the new one arrives, to avoid layout
 * shifts. The sign-in page does without OnlineQueries, so that it loads fast.
 */
export const useIsGoogleOffered = (): boolean => useSyncExternalStore(subscribe, readStored);

/** Link to Google sign-in, which returns to one of our pages. */
export function GoogleLink({ route, label }: { route: string; label: string }) {
  return (
    <CardButtonAnchor href={callUrl(startGoogleSignIn, { query: { route } })}>
      <GoogleMark />
      {label}
    </CardButtonAnchor>
  );
}

// Google requires the four colors of its logo on every background.
function GoogleMark() {
  return (
    <svg aria-hidden="true" viewBox="0 0 48 48" className="size-5 shrink-0">
      <path
        fill="#4285f4"
        d="M45 24.5c0-1.6-.1-2.8-.4-4.1H24v7.6h12.1c-.3 2-1.6 5-4.5 7l6.9 5.4c4.1-3.8 6.5-9.4 6.5-15.9z"
      />
      <path
        fill="#34a853"
        d="M24 46c5.9 0 10.9-2 14.5-5.4l-6.9-5.4c-1.8 1.3-4.3 2.2-7.6 2.2-5.8 0-10.7-3.8-12.5-9.1l-7.1 5.5C8 40.9 15.400 46 24 46z"
      />
      <path
        fill="#fbbc05"
        d="M11.500 28.300A13.400 13.400 0 0 1 10.800 24c0-1.500.300-3 .700-4.300l-7.200-5.500A22 22 0 0 0 2 24c0 3.600.900 6.900 2.400 9.800z"
      />
      <path
        fill="#ea4335"
        d="M24 10.600c4.100 0 6.900 1.800 8.500 3.300l6.200-6C34.900 4.300 29.900 2 24 2 15.400 2 8 7.100 4.300 14.200l7.200 5.500c1.800-5.300 6.700-9.100 12.500-9.100z"
      />
    </svg>
  );
}
