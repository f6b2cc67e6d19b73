import { useLocation, useRouter } from '@tanstack/react-router';
import { Unlink } from 'lucide-react';
import { type ReactNode, useEffect, useState } from 'react';
import { LinkToken } from '#db/identity/account-forms.ts';
import { CardHead } from '#pwa/features/identity/auth-card.tsx';

/** Message for an invalid link: used, expired, or copied incompletely. */
export function DeadLink({ complete, children }: { complete: boolean; children?: ReactNode }) {
  return (
    <>
      <CardHead
        icon={Unlink}
        tone="warning"
        title={complete ? 'This link does not work any more' : 'This link is not complete'}
      >
        {complete
          ? 'The link has expired or was already used.'
          : 'Open it again from the email, or copy all of it into the address bar.'}
      </CardHead>
      {children}
    </>
  );
}

const inAddress = (): URLSearchParams => new URLSearchParams(location.hash.slice(1));

/**
 * Read the fragment of the opened address. It is secret, so it is removed from the address bar and the
 * history at once; a link pasted into the same page is read again.
 */
export function useLinkFragment(): URLSearchParams {
  const hash = useLocation({ select: (place) => place.hash });
  const router = useRouter();
  const [fragment, setFragment] = useState(inAddress);
  useEffect(() => {
    if (hash === '' && location.hash === '') return;
    // oxlint-disable-next-line react/set-state-in-effect -- the secret is read and removed from the address in one step
    setFragment(inAddress());
    router.history.replace(`${location.pathname}${location.search}`);
  }, [hash, router]);
  return fragment;
}

/** Get the secret of a link; null when the link is incomplete. */
export const tokenOf = (fragment: URLSearchParams): string | null =>
  LinkToken.safeParse(fragment.get('token')).data ?? null;
