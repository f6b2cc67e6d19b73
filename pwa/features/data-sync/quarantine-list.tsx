import { useQuery } from '@tanstack/react-query';
import { ShieldCheck } from 'lucide-react';
import { useMemo, useState } from 'react';
import { z } from 'zod';
import { callApi } from '#pwa/api/client.ts';
import { formatDate } from '#pwa/format/dates.ts';
import { useReplica } from '#pwa/replica/hooks/replica-context.tsx';
import type { Replica } from '#pwa/replica/replica.ts';
import { EmptyState } from '#pwa/ui/empty-state.tsx';
import type { Column } from '#pwa/ui/list/column.ts';
import { DataList } from '#pwa/ui/list/data-list.tsx';
import { quarantineText, quarantineTitle } from './quarantine-texts.ts';

const QuarantineEntry = z.object({
  id: z.string(),
  name: z.string(),
  occurredAt: z.string(),
  receivedAt: z.string(),
  message: z.string().nullable(),
  args: z.record(z.string(), z.unknown()),
  userName: z.string().nullable(),
  deviceName: z.string(),
});
type QuarantineEntry = z.infer<typeof QuarantineEntry>;
const Answer = z.object({ quarantine: z.array(QuarantineEntry) });

/** A quarantined operation as text. */
interface QuarantineRow extends Omit<QuarantineEntry, 'args'> {
  operationTitle: string;
  about: string;
}

const readQuarantine = async (replica: Replica): Promise<QuarantineRow[]> => {
  const { quarantine } = await callApi({
    path: '/api/lab/data-sync',
    query: { limit: 1 },
    answer: Answer,
  });
  return Promise.all(
    quarantine.map(async ({ args, ...entry }) => ({
      ...entry,
      operationTitle: await quarantineTitle(entry.name),
      about: await quarantineText(replica, args),
    })),
  );
};

const COLUMNS: readonly Column<QuarantineRow>[] = [
  {
    id: 'act',
    header: 'Act',
    cell: ({ operationTitle }) => operationTitle,
    sortBy: ({ operationTitle }) => operationTitle,
  },
  { id: 'about', header: 'What', wide: true, cell: ({ about }) => about },
  {
    id: 'person',
    header: 'Who',
    cell: ({ userName }) => userName ?? 'Unknown',
    sortBy: ({ userName }) => userName,
  },
  {
    id: 'device',
    header: 'Device',
    cell: ({ deviceName }) => deviceName,
    sortBy: ({ deviceName }) => deviceName,
  },
  {
    id: 'done',
    header: 'Done',
    cell: ({ occurredAt }) => formatDate(occurredAt, 'shortAtTime'),
    sortBy: ({ occurredAt }) => occurredAt,
  },
  {
    id: 'received',
    header: 'Received',
    cell: ({ receivedAt }) => formatDate(receivedAt, 'shortAtTime'),
    sortBy: ({ receivedAt }) => receivedAt,
  },
  { id: 'why', header: 'Why', wide: true, cell: ({ message }) => message ?? '' },
];

/** For deciders: operations after a user was deactivated or a device revoked. They had no effect. */
export function QuarantineList() {
  const replica = useReplica();
  const [search, setSearch] = useState('');
  const { data, error, isPending, refetch } = useQuery({
    queryKey: ['quarantine'],
    queryFn: () => readQuarantine(replica),
    refetchInterval: 30_000,
  });
  const rows = useMemo(() => {
    const searchText = search.trim().toLowerCase();
    return (data ?? []).filter(({ operationTitle, userName, deviceName, about }) =>
      `${operationTitle} ${userName} ${deviceName} ${about}`.toLowerCase().includes(searchText),
    );
  }, [data, search]);
  return (
    <div className="flex flex-col gap-3">
      <p className="text-ink-soft">
        None of this was applied. Check at the bench what is so, and enter it yourself where it was right.
      </p>
      <DataList
        label="Work in quarantine"
        rows={rows}
        columns={COLUMNS}
        rowKey={({ id }) => id}
        rowLabel={({ operationTitle }) => operationTitle}
        status={isPending ? 'loading' : error ? 'error' : 'ready'}
        errorText="What is in quarantine is shown when this device is online."
        onRetry={() => void refetch()}
        search={{ value: search, onChange: setSearch }}
        empty={
          <EmptyState icon={ShieldCheck} title="Nothing is in quarantine">
            What a device sends after its person was deactivated, or after it was revoked, is kept here.
          </EmptyState>
        }
      />
    </div>
  );
}
