import type { OperationContext } from '#db/operation.ts';
import { note } from '#db/records/notes/note.ts';
import type { Transaction } from '#db/transaction.ts';

/** Return the text of a cell as a note document, one paragraph per line. */
const documentOf = (text: string) => ({
  type: 'doc',
  content: text.split(/\r?\n/).map((line) => ({
    type: 'paragraph',
    ...(line === '' ? {} : { content: [{ type: 'text', text: line }] }),
  })),
});

/** Return the first customer-visible note of each specimen, for the manifest's Notes column. */
export async function firstNotes(
  tx: Transaction,
  specimenIds: readonly string[],
): Promise<Map<string, { id: string; bodyText: string }>> {
  if (specimenIds.length === 0) return new Map();
  const rows = (await tx.find(note, { targetId: [...specimenIds] }))
    .filter(({ targetType, visibility }) => targetType === 'Specimen' && visibility === 'CUSTOMER')
    .sort((a, b) => (a.createdAt < b.createdAt ? -1 : a.createdAt > b.createdAt ? 1 : a.id < b.id ? -1 : 1));
  return new Map(rows.reverse().map((row) => [row.targetId, row]));
}

/**
 * Write the Notes cell of a row as the specimen's first note; an empty cell deletes it. Null leaves the note
 * as it is.
 */
export async function saveFirstNote(
  tx: Transaction,
  context: OperationContext,
  specimenId: string,
  text: string | null,
  known: { id: string; bodyText: string } | undefined,
): Promise<boolean> {
  if (text === null || text === (known?.bodyText ?? '')) return false;
  if (known && text === '') {
    await tx.patch(note, known.id, { deleted: true });
    return true;
  }
  const noteContent = { body: documentOf(text), bodyText: text };
  if (known) await tx.patch(note, known.id, { ...noteContent, editedAt: context.occurredAt });
  else
    await tx.insert(note, {
      id: context.newId(),
      targetType: 'Specimen',
      targetId: specimenId,
      ...noteContent,
      authorId: context.actor.userId,
      visibility: 'CUSTOMER',
      pinned: false,
      mentions: [],
    });
  return true;
}
