import { StickyNote } from 'lucide-react';
import { listAllNotes } from '#db/api/records/notes.ts';
import { NOTE_TARGET_TYPES, NOTE_VISIBILITIES, NOTE_VISIBILITY } from '#db/records/notes/note.ts';
import type { ListedNote } from '#db/records/notes/shown-note.ts';
import { formatDate } from '#pwa/format/dates.ts';
import type { AppLink } from '#pwa/ui/app-link.ts';
import { Badge } from '#pwa/ui/badge.tsx';
import { EmptyState } from '#pwa/ui/empty-state.tsx';
import type { Column } from '#pwa/ui/list/column.ts';
import { DataList } from '#pwa/ui/list/data-list.tsx';
import type { ChoiceFilter } from '#pwa/ui/list/filters/list-filter.ts';
import { ListFilters } from '#pwa/ui/list/filters/list-filters.tsx';
import { useServerList } from '#pwa/ui/list/server-list.tsx';
import { Page } from '#pwa/ui/page.tsx';
import { NoteText } from './note-text.tsx';

/** The columns of the list of notes; only staff see who can read a note. */
const noteColumns = (staff: boolean): readonly Column<ListedNote>[] => [
  {
    id: 'targetType',
    header: 'Record',
    sortable: true,
    cell: ({ targetType, recordName }) => (
      <span className="block min-w-0">
        <span className="block font-normal text-ink-soft text-sm">{targetType}</span>
        <span className="font-semibold">{recordName ?? 'Without a name'}</span>
      </span>
    ),
  },
  {
    id: 'text',
    header: 'Note',
    wide: true,
    cell: ({ body, namesMe }) => (
      <div className="line-clamp-6 min-w-0 max-w-prose">
        {namesMe && <Badge tone="info">Names you</Badge>}
        <NoteText body={body} />
      </div>
    ),
  },
  { id: 'authorName', header: 'By', cell: ({ authorName }) => authorName },
  {
    id: 'createdAt',
    header: 'Written',
    sortable: true,
    cell: ({ createdAt, editedAt }) => (
      <>
        {formatDate(createdAt, 'shortAtTime')}
        {editedAt && <span className="block text-ink-soft text-sm">edited</span>}
      </>
    ),
  },
  ...(staff
    ? [
        {
          id: 'visibility',
          header: 'Read by',
          cell: ({ visibility }: ListedNote) => (
            <Badge tone={visibility === 'CUSTOMER' ? 'info' : 'neutral'}>{NOTE_VISIBILITY[visibility]}</Badge>
          ),
        },
      ]
    : []),
];

interface NotesPageProps {
  staff: boolean;
  /** Path of a note's record; null where this user has none. */
  linkOf(note: ListedNote): AppLink | null;
  onOpen(link: AppLink): void;
}

const filtersFor = (staff: boolean): readonly ChoiceFilter[] => [
  {
    name: 'about',
    label: 'Author',
    options: [
      { value: 'written', label: 'Written by me' },
      ...(staff ? [{ value: 'named', label: 'Naming me' }] : []),
    ],
  },
  {
    name: 'targetType',
    label: 'Record',
    options: NOTE_TARGET_TYPES.filter((type) => staff || type !== 'Batch').map((value) => ({
      value,
      label: value,
    })),
  },
  ...(staff
    ? [
        {
          name: 'visibility',
          label: 'Visibility',
          options: NOTE_VISIBILITIES.map((value) => ({ value, label: NOTE_VISIBILITY[value] })),
        },
      ]
    : []),
];

/** Every note that this user may read; each links to its record. */
export function NotesPage({ staff, linkOf, onOpen }: NotesPageProps) {
  const filters = filtersFor(staff);
  const notes = useServerList({
    call: listAllNotes,
    filters: filters.map(({ name }) => name),
    sort: 'createdAt:desc',
  });
  return (
    <Page title="Notes">
      <DataList
        {...notes.list}
        label="Notes"
        columns={noteColumns(staff)}
        rowKey={({ id }) => id}
        rowLabel={({ recordName, authorName }) => `${recordName ?? 'Record'}, note by ${authorName}`}
        onOpen={(note) => {
          const link = linkOf(note);
          if (link) onOpen(link);
        }}
        link={linkOf}
        filters={<ListFilters list={notes} filters={filters} />}
        empty={
          notes.narrowed ? undefined : (
            <EmptyState icon={StickyNote} title="No notes">
              Write notes on order, specimen and other record pages.
            </EmptyState>
          )
        }
      />
    </Page>
  );
}
