import { limitNameOf } from '#db/access/grants.ts';
import { seesAllCompanies } from '#db/access/scope.ts';
import { refuse } from '#db/errors/app-error.ts';
import { MESSAGES } from '#db/errors/messages.ts';
import { onlineOnly } from '#db/identity/online-only.ts';
import { userCompany } from '#db/identity/user-company.ts';
import type { OperationContext } from '#db/operation.ts';
import type { Transaction } from '#db/transaction.ts';
import { json } from '#db/values/field-types.ts';
import { type Note, note } from './note.ts';
import { LONGEST_NOTE, mentionsOf, type NoteBody, noteText } from './note-body.ts';
import { NoteTargetType } from './note-target-type.ts';
import type { NoteVisibility } from './note-visibility.ts';
import { seesRecord } from './record-company.ts';

const MOST_NAMED = 20;

type Target = { targetType: NoteTargetType; targetId: string };

/** Refuses whoever does not see the record that is written about. */
export async function requireNotedRecord(
  tx: Transaction,
  context: OperationContext,
  target: Target,
): Promise<void> {
  onlineOnly(context);
  if (!(await seesRecord(tx, context, target, seesAllCompanies(context.actor.role))))
    throw refuse('NOT_FOUND', MESSAGES.notFound);
}

/** A note of the actor's own that is there; nobody changes the words of somebody else. */
export async function ownNote(tx: Transaction, context: OperationContext, noteId: string): Promise<Note> {
  const row = await tx.get(note, noteId);
  const everybodys = limitNameOf(context.actor.role, 'notes:update') === null;
  if (!row || row.deleted) throw refuse('NOT_FOUND', MESSAGES.notFound);
  const targetType = NoteTargetType.parse(row.targetType);
  await requireNotedRecord(tx, context, { targetType, targetId: row.targetId });
  if (row.visibility === 'INTERNAL' && !seesAllCompanies(context.actor.role))
    throw refuse('NOT_FOUND', MESSAGES.notFound);
  if (row.authorId !== context.actor.userId && !everybodys)
    throw refuse('FORBIDDEN', 'Only who wrote a note changes it. Write another note.');
  return row;
}

/** Staff are named, for they read every note; customers have nobody's names to name. */
async function requireStaff(
  tx: Transaction,
  { actor }: OperationContext,
  mentions: readonly string[],
): Promise<void> {
  if (mentions.length > 0 && !seesAllCompanies(actor.role))
    throw refuse('VALIDATION', 'Only staff name people in notes.');
  if (mentions.length > MOST_NAMED)
    throw refuse('VALIDATION', `Name at most ${MOST_NAMED} people in a note.`);
  for (const userId of mentions) {
    const memberships = await tx.find(userCompany, { userId });
    if (!memberships.some(({ role, deactivated }) => !deactivated && seesAllCompanies(role)))
      throw refuse('VALIDATION', 'Somebody who is named does not work here. Take the name out.');
  }
}

/** What is kept of a body: the document, its words, and who is named in it. */
export async function writtenNote(
  tx: Transaction,
  context: OperationContext,
  body: NoteBody,
  visibility: NoteVisibility,
): Promise<Pick<Note, 'body' | 'bodyText' | 'mentions' | 'visibility'>> {
  const bodyText = noteText(body);
  if (bodyText === '') throw refuse('VALIDATION', 'Write something first.');
  if (bodyText.length > LONGEST_NOTE)
    throw refuse('VALIDATION', `A note has at most ${LONGEST_NOTE} characters. Shorten it or write two.`);
  const mentions = mentionsOf(body);
  await requireStaff(tx, context, mentions);
  return { body: json.parse(body), bodyText, mentions, visibility };
}

/** Customers write what they can read; staff write for themselves unless they say otherwise. */
export function visibilityFor({ actor }: OperationContext, asked: NoteVisibility | null): NoteVisibility {
  if (seesAllCompanies(actor.role)) return asked ?? 'INTERNAL';
  if (asked === 'INTERNAL') throw refuse('FORBIDDEN', MESSAGES.forbidden);
  return 'CUSTOMER';
}
