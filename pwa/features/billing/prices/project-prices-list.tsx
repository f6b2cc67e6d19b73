import { FolderKanban, Plus } from 'lucide-react';
import { useMemo, useState } from 'react';
import { may } from '#db/access/grants.ts';
import type { Role } from '#db/access/roles.ts';
import { listProjectPrices, readProjectPriceChoices } from '#db/api/billing/project-prices.ts';
import { useCall } from '#pwa/api/use-call.ts';
import { Button } from '#pwa/ui/button.tsx';
import { EmptyState } from '#pwa/ui/empty-state.tsx';
import type { Option } from '#pwa/ui/form/select.tsx';
import { DataList } from '#pwa/ui/list/data-list.tsx';
import { ListFilters } from '#pwa/ui/list/filters/list-filters.tsx';
import { useServerList } from '#pwa/ui/list/server-list.tsx';
import { projectPriceColumns } from './project-price-columns.tsx';
import { ProjectPriceDialog } from './project-price-dialog.tsx';

const toOptions = (rows: readonly { id: string; name: string }[] = []): Option<string>[] =>
  rows.map(({ id, name }) => ({ value: id, label: name }));

/** Agreed and proposed project prices: searched, proposed, decided and ended here. */
export function ProjectPricesList({ role, day }: { role: Role; day: string }) {
  const choices = useCall(readProjectPriceChoices, {}).data;
  const [proposes, setProposes] = useState(false);
  const list = useServerList({
    call: listProjectPrices,
    filters: ['projectId', 'protocolId'],
    sort: 'createdAt:desc',
    prefix: 'projects-',
  });
  const columns = useMemo(() => projectPriceColumns(day), [day]);
  const mayPropose = may(role, 'lab/project-base-pricing:create');
  return (
    <>
      {mayPropose && (
        <div className="mb-3 flex justify-end">
          <Button variant="primary" icon={Plus} disabled={!choices} onClick={() => setProposes(true)}>
            Propose project price
          </Button>
        </div>
      )}
      <DataList
        {...list.list}
        label="Project prices"
        columns={columns}
        rowKey={({ id }) => id}
        rowLabel={({ projectName, protocolName }) => `${projectName}, ${protocolName}`}
        filters={
          <ListFilters
            list={list}
            filters={[
              {
                name: 'projectId',
                label: 'Project',
                options: toOptions(choices?.projects),
              },
              {
                name: 'protocolId',
                label: 'Protocol',
                options: toOptions(choices?.protocols),
              },
            ]}
          />
        }
        empty={
          list.narrowed ? undefined : (
            <EmptyState icon={FolderKanban} title="No price was agreed for a project yet">
              The orders of a project cost what the list says until one is agreed.
            </EmptyState>
          )
        }
      />
      {choices && <ProjectPriceDialog choices={choices} open={proposes} onClose={() => setProposes(false)} />}
    </>
  );
}
