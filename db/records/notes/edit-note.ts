import { z } from 'zod';
import { seesAllCompanies } from '#db/access/roles.ts';
import { refuse } from '#db/errors/app-error.ts';
import { MESSAGES } from '#db/errors/messages.ts';
import { applied, defineOperation } from '#db/operation.ts';
import { ref } from '#db/values/field-types.ts';
import { ChangedNote, note } from './note.ts';
import { NoteBody } from './note-body.ts';
import { ownNote, visibilityFor, writtenNote } from './note-rules.ts';

/** Change the text, visibility or pinning of one's own note. */
export const editNote = defineOperation({
  name: 'edit-note',
  version: 1,
  kind: 'intent',
  title: 'Edit note',
  grant: 'notes:update',
  args: ChangedNote.extend({ noteId: ref }),
  subjects: () => [],
  async run(tx, { noteId, body, visibility, pinned, seenVersion }, context) {
    const row = await ownNote(tx, context, noteId);
    if (row.version !== seenVersion)
      throw refuse('STALE_VERSION', 'This note has been changed meanwhile. Load the page again.');
    if (pinned !== undefined && !seesAllCompanies(context.actor.role))
      throw refuse('FORBIDDEN', MESSAGES.forbidden);
    // A note that customers could read stays visible to them.
    if (visibility === 'INTERNAL' && row.visibility === 'CUSTOMER')
      throw refuse('VALIDATION', 'The customer has seen this note. Remove it instead.');
    const seenBy = visibilityFor(context, visibility ?? row.visibility);
    const noteFields = await writtenNote(tx, context, body ?? NoteBody.parse(row.body), seenBy);
    await tx.patch(note, noteId, {
      ...noteFields,
      ...(pinned === undefined ? {} : { pinned }),
      ...(body === undefined ? {} : { editedAt: context.occurredAt }),
    });
    return applied;
  },
});

/** Remove one's own note; the audit log keeps it. */
export const removeNote = defineOperation({
  name: 'remove-note',
  version: 1,
  kind: 'intent',
  title: 'Remove note',
  grant: 'notes:delete',
  args: z.strictObject({ noteId: ref }),
  subjects: () => [],
  async run(tx, { noteId }, context) {
    await ownNote(tx, context, noteId);
    await tx.patch(note, noteId, { deleted: true });
    return applied;
  },
});
