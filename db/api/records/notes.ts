import { z } from 'zod';
import { ChangedNote, NewNote, NoteTargetType, NoteVisibility } from '#db/records/notes/note.ts';
import { ListedNote, NotePeople, ShownNotes } from '#db/records/notes/shown-note.ts';
import { Id } from '#db/values/id.ts';
import { defineCall } from '../call-definition.ts';
import { repeated } from '../filter-values.ts';
import { sortOf } from '../list-query.ts';
import { pageOf } from '../page-of.ts';

const NoteId = z.strictObject({ id: Id });

export const NotesQuery = z.strictObject({ targetType: NoteTargetType, targetId: Id });

/** `about=written` are the reader's own notes, `about=named` those that mention the reader. */
export const AllNotesQuery = z.strictObject({
  targetType: repeated.pipe(z.array(NoteTargetType)).optional(),
  visibility: repeated.pipe(z.array(NoteVisibility)).optional(),
  about: repeated.pipe(z.array(z.enum(['written', 'named']))).optional(),
  search: z.string().trim().max(200).default(''),
  sort: sortOf(['id', 'createdAt', 'targetType']),
  page: z.coerce.number().int().min(1).max(1_000_000).default(1),
  limit: z.coerce.number().int().min(1).max(100).default(25),
  cursor: Id.optional(),
});
export type AllNotesQuery = z.infer<typeof AllNotesQuery>;

export const listNotes = defineCall({
  id: 'listNotes',
  method: 'get',
  path: '/api/notes',
  access: 'notes:read',
  summary: 'Lists the notes of a record, pinned ones first.',
  query: NotesQuery,
  answer: ShownNotes,
});

export const listAllNotes = defineCall({
  id: 'listAllNotes',
  method: 'get',
  path: '/api/notes/all',
  access: 'notes:read',
  summary: 'Lists the notes of all records that the reader sees.',
  query: AllNotesQuery,
  answer: pageOf(ListedNote),
});

export const listNotePeople = defineCall({
  id: 'listNotePeople',
  method: 'get',
  path: '/api/notes/people',
  access: 'notes:read',
  summary: 'Lists the people whom a note of this person may mention.',
  answer: NotePeople,
});

export const addNote = defineCall({
  id: 'addNote',
  method: 'post',
  path: '/api/notes',
  access: 'notes:create',
  summary: 'Adds a note to a record and emails the people whom it mentions.',
  body: NewNote,
  answer: NoteId,
  status: 201,
});

export const editNote = defineCall({
  id: 'editNote',
  method: 'patch',
  path: '/api/notes/:id',
  access: 'notes:update',
  summary: 'Changes the text, the readers or the pin of an own note.',
  params: NoteId,
  body: ChangedNote,
  answer: NoteId,
  errors: ['STALE_VERSION'],
});

export const removeNote = defineCall({
  id: 'removeNote',
  method: 'delete',
  path: '/api/notes/:id',
  access: 'notes:delete',
  summary: 'Removes an own note.',
  params: NoteId,
});
