import { z } from 'zod';
import type { NoteTargetType, NoteVisibility } from '#db/records/notes/note.ts';
import type { NoteBody } from '#db/records/notes/note-body.ts';
import { NotePeople, type ShownNote, ShownNotes } from '#db/records/notes/shown-note.ts';
import { callApi } from './client.ts';

const Saved = z.object({ id: z.string() });

/** Load the notes of a record that the user may see. */
export const notesOf = (targetType: NoteTargetType, targetId: string): Promise<ShownNote[]> =>
  callApi({ path: '/api/notes', query: { targetType, targetId }, answer: ShownNotes }).then(
    ({ rows }) => rows,
  );

/** Load the users whom a note may mention. */
export const notePeople = (): Promise<{ id: string; name: string }[]> =>
  callApi({ path: '/api/notes/people', answer: NotePeople }).then(({ people }) => people);

/** Create a note. */
export const sendNote = (note: {
  targetType: NoteTargetType;
  targetId: string;
  body: NoteBody;
  visibility: NoteVisibility;
}): Promise<unknown> => callApi({ path: '/api/notes', method: 'POST', data: note, answer: Saved });

/** Change the text of a note, its audience, or whether it is pinned. */
export const changeNote = (
  id: string,
  changes: { seenVersion: number; body?: NoteBody; visibility?: NoteVisibility; pinned?: boolean },
): Promise<unknown> => callApi({ path: `/api/notes/${id}`, method: 'PATCH', data: changes, answer: Saved });

/** Delete a note. */
export const deleteNote = (id: string): Promise<unknown> =>
  callApi({ path: `/api/notes/${id}`, method: 'DELETE', answer: z.undefined() });
