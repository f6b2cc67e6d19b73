import { useNavigate } from '@tanstack/react-router';
import { Library, Plus } from 'lucide-react';
import { useState } from 'react';
import { ulid } from 'ulid';
import { may } from '#db/access/grants.ts';
import { readLibrary } from '#db/api/protocols/library-sections.ts';
import type { LibrarySection } from '#db/protocols/library/library-content.ts';
import { errorText } from '#pwa/api/error-text.ts';
import { useCall } from '#pwa/api/use-call.ts';
import { useSession } from '#pwa/replica/session/session.ts';
import { Button } from '#pwa/ui/button.tsx';
import { EmptyState } from '#pwa/ui/empty-state.tsx';
import type { Column } from '#pwa/ui/list/column.ts';
import { DataList } from '#pwa/ui/list/data-list.tsx';
import { Page } from '#pwa/ui/page.tsx';
import { Time } from '#pwa/ui/time.tsx';

const fieldCount = ({ content }: LibrarySection): number =>
  content.steps.reduce((count, { fields }) => count + fields.length, 0);

const COLUMNS: readonly Column<LibrarySection>[] = [
  {
    id: 'name',
    header: 'Section',
    sortBy: ({ content }) => content.name,
    cell: ({ content }) => <span className="font-medium">{content.name}</span>,
  },
  {
    id: 'steps',
    header: 'Steps',
    align: 'right',
    sortBy: ({ content }) => content.steps.length,
    cell: ({ content }) => content.steps.length,
  },
  { id: 'fields', header: 'Fields', align: 'right', sortBy: fieldCount, cell: fieldCount },
  {
    id: 'usedBy',
    header: 'Copied by',
    cell: ({ usedBy }) =>
      usedBy.length === 0
        ? 'No procedure'
        : usedBy.map(({ code, procedureVersion }) => `${code} v${procedureVersion}`).join(', '),
  },
  {
    id: 'updatedAt',
    header: 'Changed',
    sortBy: ({ updatedAt }) => updatedAt,
    cell: ({ updatedAt }) => <Time value={updatedAt} />,
  },
];

/** The sections that procedures copy. */
export function LibraryPage() {
  const role = useSession().session?.user.role;
  const navigate = useNavigate();
  const [search, setSearch] = useState('');
  const { data, error, refetch } = useCall(readLibrary, {});
  const open = (id: string): void => void navigate({ to: '/lab/sections/$id', params: { id } });
  const create = role !== undefined && may(role, 'lab/sections:create') && (
    <Button variant="primary" icon={Plus} onClick={() => open(ulid())}>
      New section
    </Button>
  );
  const text = search.trim().toLowerCase();
  const rows = (data?.sections ?? []).filter(({ content, usedBy }) =>
    [content.name, ...usedBy.map(({ code }) => code)].some((name) => name.toLowerCase().includes(text)),
  );
  return (
    <Page title="Sections" actions={create}>
      <DataList
        rows={rows}
        status={error ? 'error' : data ? 'ready' : 'loading'}
        {...(error ? { errorText: errorText(error), onRetry: () => void refetch() } : {})}
        search={{ value: search, onChange: setSearch }}
        label="Sections"
        noun="sections"
        columns={COLUMNS}
        rowKey={({ content }) => content.id}
        rowLabel={({ content }) => content.name}
        initialSort={{ column: 'name', descending: false }}
        onOpen={({ content }) => open(content.id)}
        link={({ content }) => ({ to: '/lab/sections/$id', params: { id: content.id } })}
        empty={
          <EmptyState icon={Library} title="The library has no sections yet" action={create}>
            Procedures copy sections from the library. A draft shows when its source changes.
          </EmptyState>
        }
      />
    </Page>
  );
}
