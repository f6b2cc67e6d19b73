import type { ShownOrder } from '#db/ordering/shown-order.ts';
import type { SpecimenStatus } from '#db/specimens/specimen-status.ts';
import { specimenDisplay } from '#db/specimens/specimen-status-for-customers.ts';
import type { Column } from '#pwa/ui/list/column.ts';
import { StatusBadge } from '#pwa/ui/status-badge.tsx';

interface SpecimenRow {
  id: string;
  customerSampleId: string | null;
  status: SpecimenStatus;
  julianId: string | null;
}

/** The identifying columns of specimens, used in every list of an order; customers see softer wording. */
export function specimenColumns<R extends SpecimenRow>(
  customer: boolean,
  repeats: ShownOrder['repeats'] = {},
): Record<'sampleId' | 'status' | 'labId', Column<R>> {
  return {
    sampleId: {
      id: 'customerSampleId',
      header: 'Sample ID',
      sortBy: ({ customerSampleId }) => customerSampleId,
      cell: ({ customerSampleId }) => <span className="wrap-anywhere">{customerSampleId}</span>,
    },
    status: {
      id: 'status',
      header: 'Status',
      sortBy: ({ status }) => specimenDisplay(status, customer).rank,
      // A long status wraps to two lines, so that the next column stays visible.
      cell: ({ id, status }) => (
        <span className="block md:min-w-30 [&_[data-tone]]:whitespace-normal!">
          <StatusBadge display={specimenDisplay(status, customer, repeats[id])} />
        </span>
      ),
    },
    labId: {
      id: 'julianId',
      header: 'Julian ID',
      sortBy: ({ julianId }) => julianId,
      cell: ({ julianId }) => julianId && <span className="code">{julianId}</span>,
    },
  };
}
