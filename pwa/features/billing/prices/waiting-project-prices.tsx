import { FolderKanban } from 'lucide-react';
import { useMemo } from 'react';
import { listProjectPrices, readProjectPriceChoices } from '#db/api/billing/project-prices.ts';
import { useCall } from '#pwa/api/use-call.ts';
import { EmptyState } from '#pwa/ui/empty-state.tsx';
import { DataList } from '#pwa/ui/list/data-list.tsx';
import { useServerList } from '#pwa/ui/list/server-list.tsx';
import { projectPriceColumns } from './project-price-columns.tsx';

/** Undecided project prices, for approvers without the price list. */
export function WaitingProjectPrices() {
  const day = useCall(readProjectPriceChoices, {}).data?.day ?? '';
  const list = useServerList({
    call: listProjectPrices,
    sort: 'createdAt:asc',
    query: { state: 'WAITING' },
    prefix: 'projects-',
  });
  const columns = useMemo(() => projectPriceColumns(day), [day]);
  return (
    <section className="mt-8" aria-labelledby="waiting-project-prices">
      <h2 id="waiting-project-prices" className="mb-2 font-semibold text-lg">
        Prices of projects
      </h2>
      <DataList
        {...list.list}
        label="Prices of projects"
        columns={columns}
        rowKey={({ id }) => id}
        rowLabel={({ projectName, protocolName }) => `${projectName}, ${protocolName}`}
        empty={
          list.narrowed ? undefined : (
            <EmptyState icon={FolderKanban} title="No pending project prices">
              Proposed project prices appear here until they are approved.
            </EmptyState>
          )
        }
      />
    </section>
  );
}
