import { may } from '#db/access/grants.ts';
import type { ShownOrder } from '#db/ordering/orders/shown-order.ts';
import type { SpecimenStatus } from '#db/specimens/specimen-status.ts';
import { useSession } from '#pwa/replica/session/session.ts';
import { lazyComponent, SlowLoadFallback } from '#pwa/ui/lazy-component.tsx';

// Loaded on demand, because few visits to an order are about its results.
const Panel = lazyComponent(
  () => import('./results-panel.tsx').then(({ ResultsPanel }) => ResultsPanel),
  () => <SlowLoadFallback />,
);
/** Statuses in which results are due or released. */
const WITH_RESULTS: readonly SpecimenStatus[] = ['IN_PROGRESS', 'COMPLETED', 'IN_STORAGE'];

/** The results of an order for staff, once work on a specimen has begun. Needs `OnlineQueries` around it. */
export function OrderResults({ order }: { order: Pick<ShownOrder, 'id' | 'specimens'> }) {
  const role = useSession().session?.user.role;
  if (role === undefined || !may(role, 'internal/results:read')) return null;
  if (!order.specimens.some(({ status }) => WITH_RESULTS.includes(status))) return null;
  return <Panel target={{ orderId: order.id, specimenId: null }} role={role} />;
}
