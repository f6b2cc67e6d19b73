import { z } from 'zod';
import { applied, defineOperation } from '#db/operation.ts';
import { ref } from '#db/values/field-types.ts';
import { note } from './note.ts';
import { ownNote } from './note-rules.ts';

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
