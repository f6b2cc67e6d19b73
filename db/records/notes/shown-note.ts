import { z } from 'zod';
import { NoteTargetType, note } from './note.ts';
import { NoteBody } from './note-body.ts';

/** A note as its readers see it. */
export const ShownNote = note.schema
  .pick({ id: true, authorId: true, visibility: true, pinned: true, createdAt: true, editedAt: true })
  .extend({
    version: z.int(),
    targetType: NoteTargetType,
    targetId: z.string(),
    body: NoteBody,
    text: z.string(),
    authorName: z.string(),
    /** Whether the lab wrote it. */
    byStaff: z.boolean(),
    editable: z.boolean(),
    removable: z.boolean(),
  });
export type ShownNote = z.infer<typeof ShownNote>;

/** `GET /api/notes`, out: pinned ones first, then the newest. */
export const ShownNotes = z.object({ rows: z.array(ShownNote) });

/** `GET /api/notes/people`, out: the people whom staff may mention. */
export const NotePeople = z.object({ people: z.array(z.object({ id: z.string(), name: z.string() })) });

/** A note in the list of all that the reader sees, with the name of its record. */
export const ListedNote = ShownNote.omit({ version: true, editable: true, removable: true }).extend({
  recordName: z.string().nullable(),
  /** Whether it mentions the reader. */
  namesMe: z.boolean(),
});
export type ListedNote = z.infer<typeof ListedNote>;

const Mention = z.object({ type: z.literal('mention') });

/** Convert a note for customers: mentions become "@the lab", because customers see no staff names. */
export const withoutNames = (body: NoteBody): NoteBody =>
  NoteBody.parse(
    JSON.parse(JSON.stringify(body), (_key, part: unknown) =>
      Mention.safeParse(part).success ? { type: 'text', text: '@the lab' } : part,
    ),
  );
