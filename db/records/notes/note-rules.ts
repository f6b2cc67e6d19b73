import { limitNameOf } from '#db/access/grants.ts';
import { seesAllCompanies } from '#db/access/roles.ts';
import { batch } from '#db/batches/batch.ts';
import type { AnyEntity } from '#db/entity.ts';
import { refuse } from '#db/errors/app-error.ts';
import { MESSAGES } from '#db/errors/messages.ts';
import { onlineOnly } from '#db/identity/online-only.ts';
import { userCompany } from '#db/identity/user-company.ts';
import type { OperationContext } from '#db/operation.ts';
import { seesRecord } from '#db/records/record-company.ts';
import { sample } from '#db/samples/sample.ts';
import { specimen } from '#db/specimens/specimen.ts';
import type { Transaction } from '#db/transaction.ts';
import { json } from '#db/values/field-types.ts';
import {
  BENCH_NOTED,
  type BenchNoted,
  type Note,
  NoteTargetType,
  type NoteVisibility,
  note,
} from './note.ts';
import { MAX_NOTE_LENGTH, mentionsOf, type NoteBody, noteText } from './note-body.ts';

const MAX_MENTIONS = 20;

type Target = { targetType: NoteTargetType; targetId: string };

/** The records of the bench that devices store. */
const BENCH_RECORD = { Specimen: specimen, Sample: sample, Batch: batch } as const satisfies Record<
  BenchNoted,
  AnyEntity
>;

const isBenchNoted = (type: NoteTargetType): type is BenchNoted => BENCH_NOTED.some((one) => one === type);

/** Check whether the record exists for staff. A device may have a tube without its order. */
async function isThere(tx: Transaction, type: BenchNoted, id: string): Promise<boolean> {
  const row = await tx.get<AnyEntity>(BENCH_RECORD[type], id);
  return row !== undefined && row['deleted'] === false;
}

/**
 * Refuse a person who does not see the record of the note; records that devices do not store need the
 * network.
 */
export async function requireNotedRecord(
  tx: Transaction,
  context: OperationContext,
  target: Target,
): Promise<void> {
  const staff = seesAllCompanies(context.actor.role);
  const { targetType, targetId } = target;
  if (!isBenchNoted(targetType)) onlineOnly(context);
  const isVisible =
    staff && isBenchNoted(targetType)
      ? await isThere(tx, targetType, targetId)
      : await seesRecord(tx, context, target, staff);
  if (!isVisible) throw refuse('NOT_FOUND', MESSAGES.notFound);
}

/** Load an existing note of the actor; nobody changes the text of somebody else. */
export async function ownNote(tx: Transaction, context: OperationContext, noteId: string): Promise<Note> {
  const row = await tx.get(note, noteId);
  const everybodys = limitNameOf(context.actor.role, 'notes:update') === null;
  if (!row || row.deleted) throw refuse('NOT_FOUND', MESSAGES.notFound);
  onlineOnly(context);
  const targetType = NoteTargetType.parse(row.targetType);
  await requireNotedRecord(tx, context, { targetType, targetId: row.targetId });
  if (row.visibility === 'INTERNAL' && !seesAllCompanies(context.actor.role))
    throw refuse('NOT_FOUND', MESSAGES.notFound);
  if (row.authorId !== context.actor.userId && !everybodys)
    throw refuse('FORBIDDEN', 'Only who wrote a note changes it. Write another note.');
  return row;
}

/** Refuse a mention of anybody but staff, who read every note; customers cannot mention people. */
async function requireStaff(
  tx: Transaction,
  context: OperationContext,
  mentions: readonly string[],
): Promise<void> {
  const { actor } = context;
  // Mentioned people get an email at once, and only the server knows whether they still work here.
  if (mentions.length > 0 && (context.deviceId !== null || context.replica === 'device'))
    throw refuse('ONLINE_ONLY', 'People are named while connected. Take the names out, or connect first.');
  if (mentions.length > 0 && !seesAllCompanies(actor.role))
    throw refuse('VALIDATION', 'Only staff name people in notes.');
  if (mentions.length > MAX_MENTIONS)
    throw refuse('VALIDATION', `Name at most ${MAX_MENTIONS} people in a note.`);
  for (const userId of mentions) {
    const memberships = await tx.find(userCompany, { userId });
    if (!memberships.some(({ role, deactivated }) => !deactivated && seesAllCompanies(role)))
      throw refuse('VALIDATION', 'Somebody who is named does not work here. Take the name out.');
  }
}

/** Build the stored form of a body: the document, its plain text, and its mentions. */
export async function writtenNote(
  tx: Transaction,
  context: OperationContext,
  body: NoteBody,
  visibility: NoteVisibility,
): Promise<Pick<Note, 'body' | 'bodyText' | 'mentions' | 'visibility'>> {
  const bodyText = noteText(body);
  if (bodyText === '') throw refuse('VALIDATION', 'Write something first.');
  if (bodyText.length > MAX_NOTE_LENGTH)
    throw refuse('VALIDATION', `A note has at most ${MAX_NOTE_LENGTH} characters. Shorten it or write two.`);
  const mentions = mentionsOf(body);
  await requireStaff(tx, context, mentions);
  return { body: json.parse(body), bodyText, mentions, visibility };
}

/** Choose the visibility: customers write what they can read; the default for staff is internal. */
export function visibilityFor(
  { actor }: OperationContext,
  requestedVisibility: NoteVisibility | null,
): NoteVisibility {
  if (seesAllCompanies(actor.role)) return requestedVisibility ?? 'INTERNAL';
  if (requestedVisibility === 'INTERNAL') throw refuse('FORBIDDEN', MESSAGES.forbidden);
  return 'CUSTOMER';
}
