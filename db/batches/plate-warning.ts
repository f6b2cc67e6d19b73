import { MASKED } from '#db/records/patient-fields.ts';
import type { Sample } from '#db/samples/sample.ts';
import type { Transaction } from '#db/transaction.ts';
import { wellPosition } from '#db/values/plate-well.ts';
import { specimensOf } from './move-specimens.ts';

const ROWS = 8;

const areAdjacentWells = (a: string, b: string): boolean => {
  const [p, q] = [(wellPosition(a) ?? 0) - 1, (wellPosition(b) ?? 0) - 1];
  const rows = Math.abs((p % ROWS) - (q % ROWS));
  const columns = Math.abs(Math.floor(p / ROWS) - Math.floor(q / ROWS));
  return rows + columns === 1;
};

/**
 * Return the warnings about samples just placed: mixed species, or one patient in neighboring wells (domain
 * 5.5).
 */
export async function plateWarning(
  tx: Transaction,
  samples: readonly Sample[],
  placedIds: readonly string[],
): Promise<string | null> {
  const specimens = await specimensOf(tx, samples);
  const species = new Set([...specimens.values()].map((row) => row.providedSourceSpecies));
  const texts = species.size > 1 ? ['This plate mixes species.'] : [];
  const patientOf = (row: Sample): string | null => {
    const specimenRow = row.specimenId === null ? undefined : specimens.get(row.specimenId);
    if (specimenRow?.patientMrn === MASKED) return specimenRow.patientId;
    return specimenRow?.patientId ?? specimenRow?.patientMrn ?? null;
  };
  for (const row of samples.filter((one) => placedIds.includes(one.id))) {
    const near = samples.find(
      (other) =>
        other.specimenId !== row.specimenId &&
        patientOf(row) !== null &&
        patientOf(other) === patientOf(row) &&
        row.plateLocation !== null &&
        other.plateLocation !== null &&
        areAdjacentWells(row.plateLocation, other.plateLocation),
    );
    if (near) texts.push(`Wells ${row.plateLocation} and ${near.plateLocation} hold samples of one patient.`);
  }
  return texts.length > 0 ? texts.slice(0, 3).join(' ') : null;
}
