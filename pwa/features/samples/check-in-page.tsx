import { Page } from '#pwa/ui/page.tsx';
import type { Arrival } from './arrival.ts';
import { CheckedOutNow } from './checked-out-now.tsx';
import { PlaceStation } from './place-station.tsx';

/** Stored samples come back: scan the sample, then its box; the home position is one press away. */
export function CheckInPage({ arrival }: { arrival?: Arrival }) {
  return (
    <Page title="Check samples in" breadcrumbs={[{ label: 'Samples', href: '/lab/samples' }]}>
      <PlaceStation returning {...(arrival ? { arrival } : {})} />
      <CheckedOutNow />
    </Page>
  );
}
