import * as calls from '#db/api/records/notes.ts';
import type { NoteTargetType, NoteVisibility } from '#db/records/notes/note.ts';
import type { NoteBody } from '#db/records/notes/note-body.ts';
import { call } from './call.ts';

/** Create a note. */
export const sendNote = (note: {
  targetType: NoteTargetType;
  targetId: string;
  body: NoteBody;
  visibility: NoteVisibility;
}): Promise<unknown> => call(calls.addNote, { body: note });

/** Change the text of a note, its audience, or whether it is pinned. */
export const changeNote = (
  id: string,
  changes: { seenVersion: number; body?: NoteBody; visibility?: NoteVisibility; pinned?: boolean },
): Promise<unknown> => call(calls.editNote, { params: { id }, body: changes });

/** Delete a note. */
export const deleteNote = (id: string): Promise<unknown> => call(calls.removeNote, { params: { id } });
