import { type Note, note } from '#db/records/note.ts';
import { buildRow, nextNumber } from './build-row.ts';

/** Build a note for staff only. */
export function buildNote(overrides: Partial<Note> = {}): Note {
  const number = nextNumber('note');
  return buildRow(
    note,
    {
      id: `note-${number}`,
      targetType: 'Order',
      targetId: 'order-1',
      body: {
        type: 'doc',
        content: [{ type: 'paragraph', content: [{ type: 'text', text: 'Call first.' }] }],
      },
      bodyText: 'Call first.',
      authorId: 'user-tech',
      visibility: 'INTERNAL',
      pinned: false,
      mentions: [],
    },
    overrides,
  );
}
