import { CheckedOutNow, useCheckedOut } from '#pwa/features/samples/custody/checked-out-now.tsx';
import { Page } from '#pwa/ui/page.tsx';
import type { DeepLink } from './deep-link.ts';
import { PlaceStation } from './place-station.tsx';

/** Checks samples in: scan the sample, then its box; one press selects the home position. */
export function CheckInPage({ deepLink }: { deepLink?: DeepLink }) {
  const checkedOut = useCheckedOut();
  return (
    <Page title="Check samples in" breadcrumbs={[{ label: 'Samples', to: '/lab/samples' }]}>
      <PlaceStation returning {...(deepLink ? { deepLink } : {})}>
        <CheckedOutNow {...checkedOut} />
      </PlaceStation>
    </Page>
  );
}
