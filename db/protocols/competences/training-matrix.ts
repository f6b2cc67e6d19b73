import { z } from 'zod';
import { hasCapability } from '#db/access/capabilities.ts';
import { Role } from '#db/access/roles.ts';
import { type Person, person } from '#db/identity/person.ts';
import { isBeforeFirstDay, type Procedure, procedure } from '#db/protocols/procedure.ts';
import type { Transaction } from '#db/transaction.ts';
import { date, int, ref, text } from '#db/values/field-types.ts';
import { type Competence, type CompetenceState, competence } from './competence.ts';
import { competenceState, isTrainingFrom, trainingFrom } from './valid-competence.ts';

/** The people, procedures and records of the page about trainings. */
export const TrainingMatrix = z.object({
  today: date,
  people: z.array(z.object({ id: ref, userId: ref, name: text, role: Role })),
  /** The newest version in use of each code. */
  procedures: z.array(
    z.object({
      ...procedure.schema.pick({
        id: true,
        name: true,
        code: true,
        procedureVersion: true,
        requiresReading: true,
        requiresTraining: true,
        competenceMonths: true,
      }).shape,
      /** The earliest version whose training counts. */
      fromVersion: int,
    }),
  ),
  records: z.array(
    competence.schema
      .omit({
        createdAt: true,
        createdById: true,
        updatedAt: true,
        version: true,
        deleted: true,
        entity: true,
      })
      .extend({ grantedByName: text.nullable(), revokedByName: text.nullable() }),
  ),
});
export type TrainingMatrix = z.infer<typeof TrainingMatrix>;
export type MatrixPerson = TrainingMatrix['people'][number];
export type MatrixProcedure = TrainingMatrix['procedures'][number];
export type MatrixRecord = TrainingMatrix['records'][number];

/** What a person is on a procedure; MISSING lacks what the procedure requires, NONE is not required. */
export type CellState = CompetenceState | 'MISSING' | 'NONE';

/** A person on a procedure: the training that counts, and whether the version was read. */
export interface MatrixCell {
  training: CellState;
  /** The record that decides; null without one. */
  record: MatrixRecord | null;
  reading: 'READ' | 'MISSING' | 'NONE';
}

const RANK: Record<CompetenceState, number> = { VALID: 0, EXPIRING: 1, EXPIRED: 2, REVOKED: 3 };

/** Compute the cell of a person and a procedure: the best record counts, and of equal ones the latest. */
export function matrixCell(
  records: readonly MatrixRecord[],
  { requiresReading, requiresTraining, procedureVersion, fromVersion }: MatrixProcedure,
  today: string,
): MatrixCell {
  const [best] = records
    .filter((row) => isTrainingFrom(row, fromVersion))
    .map((row) => ({ row, state: competenceState(row, today) }))
    .sort((a, b) => RANK[a.state] - RANK[b.state] || (a.row.at > b.row.at ? -1 : 1));
  const isRead = records.some(
    (row) => row.kind === 'READ' && row.procedureVersion === procedureVersion && row.revokedAt === null,
  );
  return {
    training: best?.state ?? (requiresTraining ? 'MISSING' : 'NONE'),
    record: best?.row ?? null,
    reading: isRead ? 'READ' : requiresReading ? 'MISSING' : 'NONE',
  };
}

const byName = (a: { name: string }, b: { name: string }): number => a.name.localeCompare(b.name);

/** Find the newest version in use of each code. */
function newestInUse(versions: readonly Procedure[]): Procedure[] {
  const newest = new Map<string, Procedure>();
  for (const row of versions) {
    if ((row.status !== 'APPROVED' && row.status !== 'RESEARCH') || isBeforeFirstDay(row)) continue;
    const known = newest.get(row.code);
    if (!known || known.procedureVersion < row.procedureVersion) newest.set(row.code, row);
  }
  return [...newest.values()];
}

const shownRecord = (row: Competence, names: ReadonlyMap<string, string>): MatrixRecord => {
  const { createdAt, createdById, updatedAt, version, deleted, entity, ...own } = row;
  const nameOf = (userId: string | null) => (userId === null ? null : (names.get(userId) ?? null));
  return { ...own, grantedByName: nameOf(row.grantedById), revokedByName: nameOf(row.revokedById) };
};

/** Read the matrix: everybody who works at the bench, by every procedure in use. */
export async function readTrainingMatrix(tx: Transaction, today: string): Promise<TrainingMatrix> {
  const everybody = await tx.find(person, {});
  const names = new Map(everybody.map(({ userId, name }) => [userId, name]));
  const people = everybody.filter(
    ({ role, deactivated }: Person) => !deactivated && hasCapability(role, 'workAtBench'),
  );
  const versions = await tx.find(procedure, {});
  const ids = people.map(({ id }) => id).sort();
  const records = ids.length === 0 ? [] : await tx.find(competence, { userCompanyId: ids });
  return {
    today,
    people: people.map(({ id, userId, name, role }) => ({ id, userId, name, role })).sort(byName),
    procedures: newestInUse(versions)
      .map((row) => ({
        id: row.id,
        name: row.name,
        code: row.code,
        procedureVersion: row.procedureVersion,
        requiresReading: row.requiresReading,
        requiresTraining: row.requiresTraining,
        competenceMonths: row.competenceMonths,
        fromVersion: trainingFrom(
          row,
          versions.filter(({ code }) => code === row.code),
        ),
      }))
      .sort(byName),
    records: records.map((row) => shownRecord(row, names)),
  };
}
