import { order } from '#db/ordering/orders/order.ts';
import { sample } from '#db/samples/sample.ts';
import { EntryCount } from '#pwa/navigation/entry-count.tsx';
import { useRows } from '#pwa/replica/hooks/use-query.ts';

// Beyond this the exact number says nothing, and a device with a long queue reads no more rows than these.
const LIMIT = 100;

function QueueCount() {
  const waiting = useRows(sample, { status: 'IN_QUEUE' }, { limit: LIMIT });
  return <EntryCount count={waiting?.length} noun="waiting" limit={LIMIT} />;
}

function ShipmentCount() {
  const shipped = useRows(order, { status: 'SHIPPED' }, { limit: LIMIT });
  return <EntryCount count={shipped?.length} noun="to receive" limit={LIMIT} />;
}

/** How much waits behind an entry of the bench's menu, read from this device; nothing for other entries. */
export function BenchMenuCount({ path }: { path: string }) {
  if (path === '/lab/queue') return <QueueCount />;
  return path === '/lab/orders' ? <ShipmentCount /> : null;
}
