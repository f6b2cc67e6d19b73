import { Link } from '@tanstack/react-router';
import type { ShownOrder } from '#db/ordering/orders/shown-order.ts';
import type { Viewer } from '#pwa/features/ordering/viewer.ts';
import { countOf } from '#pwa/format/numbers.ts';
import { Notice } from '#pwa/ui/notice.tsx';

type Row = ShownOrder['specimens'][number];

const STOPPED_STATUSES = {
  RECEIVED_QUARANTINED: {
    title: 'in quarantine',
    customerStep: 'The lab is checking. We ask you here if a decision is needed.',
    staffStep: 'Decide the discrepancies, or lift the quarantine, on the specimen’s page.',
  },
  RECEIVED_ON_HOLD: {
    title: 'on hold',
    customerStep: 'Work continues when the lab ends the hold. Contact support with questions.',
    staffStep: 'Release the specimens when the reason is resolved.',
  },
} as const;
type HeldStatus = keyof typeof STOPPED_STATUSES;

/** Group specimens by their reason, so that a reason of many is read once. */
function byReason(rows: readonly Row[]): [string, Row[]][] {
  const groups = new Map<string, Row[]>();
  for (const row of rows) {
    const reason = row.holdReason ?? '';
    groups.set(reason, [...(groups.get(reason) ?? []), row]);
  }
  return [...groups];
}

const MAX_NAMES = 8;

function Names({ rows, viewer }: { rows: readonly Row[]; viewer: Viewer }) {
  const more = rows.length - MAX_NAMES;
  return (
    <span className="flex flex-wrap gap-x-3">
      {rows.slice(0, MAX_NAMES).map(({ id, customerSampleId }) => {
        const link = viewer.specimenLink(id);
        return link ? (
          <Link key={id} {...link} className="inline-flex min-h-8 items-center wrap-anywhere underline">
            {customerSampleId}
          </Link>
        ) : (
          <span key={id} className="wrap-anywhere">
            {customerSampleId}
          </span>
        );
      })}
      {more > 0 && <span>{`and ${more} more`}</span>}
    </span>
  );
}

/**
 * Says why specimens of the order wait and what happens next; those that wait for the customer are listed with
 * their decisions. An order that is on hold as a whole says so itself.
 */
export function HeldSpecimens({ order, viewer }: { order: ShownOrder; viewer: Viewer }) {
  const statuses: readonly HeldStatus[] =
    order.status === 'ON_HOLD' ? ['RECEIVED_QUARANTINED'] : ['RECEIVED_QUARANTINED', 'RECEIVED_ON_HOLD'];
  return statuses.map((status) => {
    const rows = order.specimens.filter((row) => row.status === status);
    if (rows.length === 0) return null;
    const { title, customerStep, staffStep } = STOPPED_STATUSES[status];
    return (
      <Notice key={status} tone="hold" title={`${countOf(rows.length, 'specimen')} ${title}`}>
        <ul className="flex flex-col gap-1">
          {byReason(rows).map(([reason, group]) => (
            <li key={reason}>
              {reason && <span className="wrap-anywhere block">{reason}</span>}
              <Names rows={group} viewer={viewer} />
            </li>
          ))}
        </ul>
        <p>{viewer.customer ? customerStep : staffStep}</p>
      </Notice>
    );
  });
}
