import { z } from 'zod';
import { defineEntity, type Row, tenantFields } from '../entity.ts';
import { bool, instant, json, longText, ref, requiredText } from '../values/field-types.ts';
import { NoteVisibility } from './note-visibility.ts';

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
  replica: null,
});
export type Note = Row<typeof note>;
