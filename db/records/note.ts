import { z } from 'zod';
import { defineEntity, type EmbeddedIn, type Row, tenantFields } from '../entity.ts';
import type { CollectionName } from '../sync/collections.ts';
import { bool, instant, json, longText, ref, requiredText } from '../values/field-types.ts';
import type { BenchNoted } from './note-target-type.ts';
import { NoteVisibility } from './note-visibility.ts';

const carriedWith = (target: BenchNoted, collection: CollectionName): EmbeddedIn => ({
  collection,
  as: 'notes',
  parentKey: 'targetId',
  when: { field: 'targetType', in: [target] },
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
  create: ['targetType', 'targetId', 'body', 'visibility', 'pinned'],
  update: ['body', 'visibility', 'pinned'],
  list: {
    sort: ['createdAt', 'editedAt'],
    filter: ['targetType', 'targetId', 'visibility', 'authorId', 'pinned'],
    search: ['bodyText'],
  },
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
