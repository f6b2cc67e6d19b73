import { seesAllCompanies } from '#db/access/roles.ts';
import { refuse } from '#db/errors/app-error.ts';
import { applied, defineOperation } from '#db/operation.ts';
import { entityOfRecord, recordEvent } from '#db/records/events/record-event.ts';
import { ref } from '#db/values/field-types.ts';
import { NewNote, note } from './note.ts';
import { requireNotedRecord, visibilityFor, writtenNote } from './note-rules.ts';

/** Add a note to a record that the author sees; at the bench also without a network. */
export const addNote = defineOperation({
  name: 'add-note',
  version: 1,
  kind: 'intent',
  title: 'Add note',
  grant: 'notes:create',
  args: NewNote.extend({ noteId: ref }),
  subjects: ({ targetId }) => [targetId],
  async run(tx, { noteId, targetType, targetId, body, visibility, pinned }, context) {
    await requireNotedRecord(tx, context, { targetType, targetId });
    if (await tx.get(note, noteId)) throw refuse('CONFLICT', 'This note has been saved already.');
    const noteFields = await writtenNote(tx, context, body, visibilityFor(context, visibility));
    await tx.insert(note, {
      ...noteFields,
      id: noteId,
      entity: await entityOfRecord(tx, context, targetType, targetId),
      targetType,
      targetId,
      authorId: context.actor.userId,
      pinned: pinned && seesAllCompanies(context.actor.role),
      editedAt: null,
    });
    await recordEvent(tx, context, {
      type: 'NOTE_ADDED',
      targetType,
      targetId,
      data: { noteId },
      customerVisible: noteFields.visibility === 'CUSTOMER',
    });
    return applied;
  },
});
