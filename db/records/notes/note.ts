import { z } from 'zod';
import { defineEntity, type EmbeddedIn, type Row, tenantFields } from '#db/entity.ts';
import type { CollectionName } from '#db/sync/collections.ts';
import { bool, instant, json, longText, ref, requiredText } from '#db/values/field-types.ts';
import { NoteBody } from './note-body.ts';

/** The records that people write notes on (domain 6.8). */
export const NOTE_TARGET_TYPES = ['Order', 'Specimen', 'Sample', 'Batch', 'Project', 'Company'] as const;
export const NoteTargetType = z.enum(NOTE_TARGET_TYPES);
export type NoteTargetType = z.infer<typeof NoteTargetType>;

/** Records whose notes devices store: people read and write them at the bench, also without a network. */
export const BENCH_NOTED = ['Specimen', 'Sample', 'Batch'] as const satisfies readonly NoteTargetType[];
export type BenchNoted = (typeof BENCH_NOTED)[number];

/** Who may read a note: staff only, or the customer too. */
export const NOTE_VISIBILITIES = ['INTERNAL', 'CUSTOMER'] as const;
export const NoteVisibility = z.enum(NOTE_VISIBILITIES);
export type NoteVisibility = z.infer<typeof NoteVisibility>;

/** The screen text of each value. */
export const NOTE_VISIBILITY: Record<NoteVisibility, string> = {
  INTERNAL: 'Internal',
  CUSTOMER: 'Customer',
};

const carriedWith = (target: BenchNoted, collection: CollectionName): EmbeddedIn => ({
  collection,
  as: 'notes',
  parentKey: 'targetId',
  when: { field: 'targetType', in: [target] },
});

/** The changeable parts of a note. */
export const ChangedNote = z.strictObject({
  body: NoteBody.optional(),
  visibility: NoteVisibility.optional(),
  pinned: bool.optional(),
  seenVersion: z.int(),
});

/** The content of a new note. */
export const NewNote = z.strictObject({
  targetType: NoteTargetType,
  targetId: ref,
  body: NoteBody,
  /** The default for staff is an internal note. */
  visibility: NoteVisibility.nullable().default(null),
  pinned: bool.default(false),
});

/** A note of a person on a record. */
export const note = defineEntity({
  name: 'Note',
  table: 'note',
  schema: z.object({
    ...tenantFields,
    targetType: requiredText,
    targetId: ref,
    /** The rich text's document. */
    body: json,
    /** The plain text, for search, emails and readers without the editor. */
    bodyText: longText,
    authorId: ref,
    visibility: NoteVisibility,
    pinned: bool,
    /** The users whom the note mentions. */
    mentions: z.array(ref),
    editedAt: instant.nullable(),
  }),
  indexes: ['targetId', 'authorId'],
  replica: {
    embedded: [
      carriedWith('Specimen', 'specimens'),
      carriedWith('Sample', 'samples'),
      carriedWith('Batch', 'batches'),
    ],
  },
});
export type Note = Row<typeof note>;
