import { hasCapability } from '#db/access/capabilities.ts';
import { type Person, person } from '#db/identity/person.ts';
import type { OperationContext } from '#db/operation.ts';
import { type Procedure, procedure } from '#db/protocols/procedure.ts';
import type { Transaction } from '#db/transaction.ts';
import { type Competence, type CompetenceState, competence } from './competence.ts';

/** The days before the end of a record at which the person and the lab manager are reminded. */
export const TRAINING_REMINDER_DAYS = [30, 7, 0] as const;
const EXPIRING_DAYS = TRAINING_REMINDER_DAYS[0];

/** Count the days from one lab day to another. */
export const daysUntil = (day: string, today: string): number =>
  Math.round((Date.parse(day) - Date.parse(today)) / 86_400_000);

/** Compute the lab day that is so many months later; the last day of a shorter month. */
export function monthsAfter(day: string, months: number): string {
  const start = new Date(`${day}T00:00:00Z`);
  const last = new Date(Date.UTC(start.getUTCFullYear(), start.getUTCMonth() + months + 1, 0));
  last.setUTCDate(Math.min(start.getUTCDate(), last.getUTCDate()));
  return last.toISOString().slice(0, 10);
}

/** Compute the state of a record on a lab day. */
export function competenceState(
  row: Pick<Competence, 'revokedAt' | 'expiresOn'>,
  today: string,
): CompetenceState {
  if (row.revokedAt !== null) return 'REVOKED';
  if (row.expiresOn === null) return 'VALID';
  const days = daysUntil(row.expiresOn, today);
  if (days < 0) return 'EXPIRED';
  return days <= EXPIRING_DAYS ? 'EXPIRING' : 'VALID';
}

/** The moment at which a record is judged: when the work was done, not when it arrives (D5). */
type Moment = Pick<OperationContext, 'occurredAt' | 'labDay'>;

/** Check whether a record was valid when something was done. */
export const isValidAt = (row: Competence, { occurredAt, labDay }: Moment): boolean =>
  row.at <= occurredAt &&
  (row.revokedAt === null || row.revokedAt > occurredAt) &&
  (row.expiresOn === null || row.expiresOn >= labDay);

type VersionOfCode = Pick<Procedure, 'procedureVersion' | 'status'>;

/**
 * Return the earliest version whose training counts for a version: what the procedure says, otherwise the version
 * that was in use before it.
 */
export function trainingFrom(
  row: Pick<Procedure, 'procedureVersion' | 'trainingFromVersion'>,
  versions: readonly VersionOfCode[],
): number {
  if (row.trainingFromVersion !== null) return row.trainingFromVersion;
  const earlier = versions
    .filter(({ status }) => status === 'APPROVED' || status === 'ARCHIVED')
    .map(({ procedureVersion }) => procedureVersion)
    .filter((number) => number < row.procedureVersion);
  return Math.max(...earlier, 0) || row.procedureVersion;
}

/** Check whether a record is a training that counts for versions from this one on. */
export const isTrainingFrom = (
  row: Pick<Competence, 'kind' | 'procedureVersion'>,
  fromVersion: number,
): boolean => row.kind !== 'READ' && row.procedureVersion >= fromVersion;

/** List the people who were trained on a version when something was done. */
export async function trainedUserIds(
  tx: Transaction,
  moment: Moment,
  method: Procedure,
): Promise<ReadonlySet<string>> {
  const versions = await tx.find(procedure, { code: method.code });
  const fromVersion = trainingFrom(method, versions);
  const records = await tx.find(competence, { procedureCode: method.code });
  return new Set(
    records
      .filter((row) => isTrainingFrom(row, fromVersion) && isValidAt(row, moment))
      .map(({ userId }) => userId),
  );
}

/** List the people of the lab who may sign with an untrained colleague, by name. */
export async function trainedReviewers(
  tx: Transaction,
  context: OperationContext,
  method: Procedure,
): Promise<Person[]> {
  const trained = await trainedUserIds(tx, context, method);
  if (trained.size === 0) return [];
  const people = await tx.find(person, { userId: [...trained].sort() });
  return people
    .filter(
      ({ userId, deactivated, role }) =>
        !deactivated && userId !== context.actor.userId && hasCapability(role, 'reviewSections'),
    )
    .sort((a, b) => (a.name < b.name ? -1 : 1));
}

/** List the versions of a code that a person has confirmed to have read. */
export async function versionsRead(
  tx: Transaction,
  userId: string,
  procedureCode: string,
): Promise<ReadonlySet<number>> {
  const records = await tx.find(competence, { userId, procedureCode });
  return new Set(
    records
      .filter(({ kind, revokedAt }) => kind === 'READ' && revokedAt === null)
      .map(({ procedureVersion }) => procedureVersion),
  );
}
