import { useLocation, useRouter } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { LinkToken } from '#db/identity/account-forms.ts';

const inAddress = (): URLSearchParams => new URLSearchParams(location.hash.slice(1));

/**
 * What stood behind the # of the address that was opened. It is secret, so it is taken out of the address bar and the
 * history at once; a link that is pasted into the same page counts anew.
 */
export function useLinkFragment(): URLSearchParams {
  const hash = useLocation({ select: (place) => place.hash });
  const router = useRouter();
  const [fragment, setFragment] = useState(inAddress);
  useEffect(() => {
    if (hash === '' && location.hash === '') return;
    setFragment(inAddress());
    router.history.replace(`${location.pathname}${location.search}`);
  }, [hash, router]);
  return fragment;
}

/** The secret of a link, null when the link is not complete. */
export const tokenOf = (fragment: URLSearchParams): string | null =>
  LinkToken.safeParse(fragment.get('token')).data ?? null;
