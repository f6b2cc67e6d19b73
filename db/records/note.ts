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

/** What somebody wrote about a record. */
export const note = defineEntity({
  name: 'Note',
  table: 'note',
  schema: z.object({
    ...tenantFields,
    targetType: requiredText,
    targetId: ref,
    /** The rich text's document. */
    body: json,
    /** The same without its looks: for search, e-mails and readers without the editor. */
    bodyText: longText,
    authorId: ref,
    visibility: NoteVisibility,
    pinned: bool,
    /** The users who were named in it. */
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
