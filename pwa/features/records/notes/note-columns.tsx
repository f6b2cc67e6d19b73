import { NOTE_VISIBILITY } from '#db/records/note-visibility.ts';
import type { ListedNote } from '#db/records/shown-note.ts';
import { formatDate } from '#pwa/format/dates.ts';
import { Badge } from '#pwa/ui/badge.tsx';
import type { Column } from '#pwa/ui/list/column.ts';
import { NoteText } from './note-text.tsx';

/** The columns of the list of notes; only staff see who can read a note. */
export const noteColumns = (staff: boolean): readonly Column<ListedNote>[] => [
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
