import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Package } from 'lucide-react';
import { AppError } from '#db/errors/app-error.ts';
import { MESSAGES } from '#db/errors/messages.ts';
import type { CarrierWord } from '#db/ordering/parcel-move.ts';
import { type ShownParcel, ShownParcels } from '#db/ordering/shown-shipping.ts';
import { callApi } from '#pwa/api/client.ts';
import { formatDate } from '#pwa/format/dates.ts';
import { ActionsMenu } from '#pwa/ui/actions-menu.tsx';
import { Button } from '#pwa/ui/button.tsx';
import { EmptyState } from '#pwa/ui/empty-state.tsx';
import { Notice } from '#pwa/ui/notice.tsx';
import { Skeleton } from '#pwa/ui/skeleton.tsx';
import { StatusBadge } from '#pwa/ui/status-badge.tsx';

const PATH = '/api/shipping/simulator/parcels';
const KEY = [PATH];

interface Move {
  id: string;
  status: CarrierWord;
  times?: number;
  late?: boolean;
}

const MOVES: readonly (Omit<Move, 'id'> & { label: string })[] = [
  { label: 'Label scanned', status: 'pre_transit' },
  { label: 'In transit', status: 'in_transit' },
  { label: 'In transit, told twice', status: 'in_transit', times: 2 },
  { label: 'In transit, told a day late', status: 'in_transit', late: true },
  { label: 'Out for delivery', status: 'out_for_delivery' },
  { label: 'Delivered', status: 'delivered' },
  { label: 'Return to sender', status: 'return_to_sender' },
  { label: 'Failure', status: 'failure' },
  { label: 'Failure, told a day late', status: 'failure', late: true },
];

const textOf = (error: unknown): string =>
  error instanceof AppError ? error.message : MESSAGES.unknownError;

function Parcel({ row, busy, onMove }: { row: ShownParcel; busy: boolean; onMove(move: Move): void }) {
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 py-2">
      <span className="min-w-0 flex-1 basis-60">
        <span className="flex flex-wrap items-center gap-2">
          <span className="code font-medium">{row.trackingNumber}</span>
          <StatusBadge tone="neutral" label={row.status.replaceAll('_', ' ')} />
          {row.waiting > 0 && <StatusBadge tone="warning" label="Being told" />}
        </span>
        <span className="block text-ink-soft text-sm">
          {`${row.reference}, ${row.carrier} ${row.service}, bought ${formatDate(row.createdAt, 'shortAtTime')}`}
        </span>
      </span>
      <ActionsMenu
        actions={MOVES.map(({ label, ...move }) => ({
          label,
          disabled: busy,
          onSelect: () => onMove({ id: row.id, ...move }),
        }))}
      />
    </li>
  );
}

/** The parcels of the simulated carriers; each is moved along as its carrier would tell it. */
export function ParcelsTab() {
  const queries = useQueryClient();
  const { data, error, refetch } = useQuery({
    queryKey: KEY,
    queryFn: ({ signal }) => callApi({ path: PATH, answer: ShownParcels, signal }),
    refetchInterval: 5_000,
    networkMode: 'always',
  });
  const move = useMutation({
    networkMode: 'always',
    mutationFn: ({ id, ...body }: Move) =>
      callApi({ path: `${PATH}/${id}/move`, method: 'POST', data: body, answer: ShownParcels }),
    onSuccess: (shown) => queries.setQueryData(KEY, shown),
  });
  if (!data)
    return error ? (
      <Notice
        tone="danger"
        title={textOf(error)}
        action={<Button onClick={() => void refetch()}>Try again</Button>}
      />
    ) : (
      <Skeleton lines={4} label="Loading the parcels" />
    );
  return (
    <div className="flex flex-col gap-3">
      {move.error && <Notice tone="danger" title={textOf(move.error)} />}
      {data.rows.length === 0 ? (
        <EmptyState icon={Package} title="No parcel is on its way">
          Buy a label on the page of an order. Its parcel then waits here to be moved along.
        </EmptyState>
      ) : (
        <ul className="divide-y divide-line">
          {data.rows.map((row) => (
            <Parcel key={row.id} row={row} busy={move.isPending} onMove={move.mutate} />
          ))}
        </ul>
      )}
    </div>
  );
}
