import { Page } from '#pwa/ui/page.tsx';
import { CheckedOutNow } from './checked-out-now.tsx';
import type { DeepLink } from './deep-link.ts';
import { PlaceStation } from './place-station.tsx';

/** Stored samples come back: scan the sample, then its box; the home position is one press away. */
export function CheckInPage({ deepLink }: { deepLink?: DeepLink }) {
  return (
    <Page title="Check samples in" breadcrumbs={[{ label: 'Samples', href: '/lab/samples' }]}>
      <PlaceStation returning {...(deepLink ? { deepLink } : {})} />
      <CheckedOutNow />
    </Page>
  );
}
