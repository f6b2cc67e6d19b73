import { personName } from '#db/batches/find-batch.ts';
import { closeConflict } from '#db/batches/layout/layout-conflict.ts';
import type { Row } from '#db/entity.ts';
import type { OperationContext } from '#db/operation.ts';
import type { Field } from '#db/protocols/field.ts';
import { assignedSection } from '#db/protocols/sections/assigned-section.ts';
import { currentOf, type SectionRun } from '#db/protocols/sections/section-run.ts';
import { openConflict } from '#db/records/conflicts/open-conflict.ts';
import { ConflictVersion, syncConflict } from '#db/records/conflicts/sync-conflict.ts';
import type { Transaction } from '#db/transaction.ts';
import { formatFieldValue } from './canonical-value.ts';
import { type CurrentValue, lotOfPlace, takesSeveralLots, valueKey } from './current-values.ts';
import type { FieldValue } from './field-value.ts';

/** Different values of one field (domain 5.11, case 18). */
export const FIELD_VALUE = 'FIELD_VALUE';

/**
 * Return the place of a value in its section: a field, with a sample or a lot where the field has several.
 */
export const placeOf = (field: Field, one: FieldValue): string =>
  valueKey(one.fieldId, one.sampleId, lotOfPlace(field, one));

/** What the values of one place are about, and how each is formatted. */
interface ValueFormat {
  subject: string;
  read(one: FieldValue): string;
}

function valueFormatOf(run: SectionRun, field: Field, row: FieldValue): ValueFormat {
  const sampleRow = run.rows.find((one) => one.id === row.sampleId);
  const lots = takesSeveralLots(field);
  return {
    subject: sampleRow
      ? `${field.label} of ${sampleRow.barcode}`
      : `${field.label}${lots ? ` ${row.value}, amount` : ''}`,
    read: (one) => (lots ? (one.numericValue ?? 'not said') : formatFieldValue(field, one.value)),
  };
}

/**
 * Keep one conflict open for a place as long as it has different values. The conflict names the two earliest
 * people, so that it does not depend on the order of arrival; its text lists any further value. Returns the
 * text, or null.
 */
export async function alignValueConflict(
  tx: Transaction,
  context: OperationContext,
  run: SectionRun,
  field: Field,
  row: FieldValue,
): Promise<string | null> {
  const currentValue = currentOf(run).get(placeOf(field, row));
  const open = await conflictsAt(tx, run, field, placeOf(field, row));
  const [earliest] = currentValue?.differing ?? [];
  if (!currentValue || !earliest) {
    for (const one of open) await closeConflict(tx, context, one.id, 'The values agree');
    return null;
  }
  const format = valueFormatOf(run, field, row);
  const theirs = await versionOf(tx, format, currentValue.current);
  const mine = await versionOf(tx, format, earliest);
  const action = await actionOf(tx, format, currentValue);
  const [first, ...rest] = open;
  for (const one of rest) await closeConflict(tx, context, one.id, 'Decided with the other values');
  const about = { targetType: 'AssignedSection', targetId: run.assigned.id };
  const waiting = { batchId: run.batch.id, assignedSectionId: run.assigned.id };
  if (!first)
    await openConflict(tx, context, { kind: FIELD_VALUE, ...about, ...waiting, action, mine, theirs });
  else if (first.action !== action || !isBetween(first, mine, theirs))
    await tx.patch(syncConflict, first.id, { action, mine, theirs });
  const valueTexts = await Promise.all(
    [currentValue.current, ...currentValue.differing].map(
      async (one) => `${format.read(one)} by ${await by(tx, one)}`,
    ),
  );
  return `${format.subject} is ${joinWithWord(valueTexts, 'and')}.`;
}

/**
 * Close the conflicts of places that no longer have different values, except the one that is being decided.
 */
export async function closeValueConflicts(
  tx: Transaction,
  context: OperationContext,
  run: SectionRun,
  field: Field,
  places: ReadonlySet<string>,
  decidedId: string,
): Promise<void> {
  for (const place of places)
    for (const { id } of await conflictsAt(tx, run, field, place))
      if (id !== decidedId) await closeConflict(tx, context, id, 'Decided with the other values');
}

type Conflict = Row<typeof syncConflict>;

const valueIdsOf = ({ mine, theirs }: Pick<Conflict, 'mine' | 'theirs'>): unknown[] =>
  [mine, theirs].map((side) => ConflictVersion.safeParse(side).data?.value['valueId']);

async function conflictsAt(
  tx: Transaction,
  run: SectionRun,
  field: Field,
  place: string,
): Promise<Conflict[]> {
  const ids = run.values.filter((one) => placeOf(field, one) === place).map(({ id }) => id);
  const open = await tx.find(syncConflict, { assignedSectionId: run.assigned.id, status: 'OPEN' });
  return open
    .filter((one) => one.kind === FIELD_VALUE && valueIdsOf(one).some((id) => ids.includes(String(id))))
    .sort((a, b) => (a.id < b.id ? -1 : 1));
}

const isBetween = (one: Conflict, mine: ConflictVersion, theirs: ConflictVersion): boolean =>
  JSON.stringify(valueIdsOf(one)) === JSON.stringify([mine.value['valueId'], theirs.value['valueId']]);

const by = (tx: Transaction, { enteredById }: FieldValue): Promise<string> => personName(tx, enteredById);

async function versionOf(
  tx: Transaction,
  { subject, read }: ValueFormat,
  one: FieldValue,
): Promise<ConflictVersion> {
  return {
    userId: one.enteredById,
    name: await by(tx, one),
    occurredAt: one.occurredAt,
    label: `${subject}: ${read(one)}`,
    value: { valueId: one.id, value: read(one) },
  };
}

async function actionOf(
  tx: Transaction,
  { subject, read }: ValueFormat,
  { differing: [, ...furtherValues] }: CurrentValue,
): Promise<string> {
  const text = `Decide which value of ${subject} is right`;
  if (furtherValues.length === 0) return text;
  const names = await Promise.all(furtherValues.map(async (one) => `${read(one)} by ${await by(tx, one)}`));
  return `${text}; also recorded: ${names.join(', ')}`;
}

const joinWithWord = (texts: readonly string[], conjunction: string): string =>
  texts.length < 2 ? texts.join('') : `${texts.slice(0, -1).join(', ')} ${conjunction} ${texts.at(-1)}`;

/**
 * Check whether somebody else recorded or corrected the value without this person's knowledge; a person then
 * decides between both (case 18). A device that does not name the corrected value is assumed to have seen
 * every value that is no correction.
 */
export const wasCorrectedConcurrently = async (
  context: OperationContext,
  run: SectionRun,
  current: FieldValue | undefined,
  correctsId: string | null | undefined,
): Promise<boolean> =>
  current !== undefined &&
  (correctsId === undefined ? current.supersedesId !== null : current.id !== correctsId) &&
  current.enteredById !== context.actor.userId &&
  context.changedSinceSeen(assignedSection, run.assigned.id);
