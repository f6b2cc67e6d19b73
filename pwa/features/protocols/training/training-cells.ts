import { ROLE_LABELS } from '#db/access/role-labels.ts';
import { COMPETENCE_KIND_LABELS, COMPETENCE_STATE_DISPLAY } from '#db/protocols/competences/competence.ts';
import {
  type CellState,
  type MatrixCell,
  type MatrixPerson,
  type MatrixProcedure,
  matrixCell,
  type TrainingMatrix,
} from '#db/protocols/competences/training-matrix.ts';
import { daysUntil } from '#db/protocols/competences/valid-competence.ts';
import { csvOf } from '#db/values/csv.ts';
import { formatDate } from '#pwa/format/dates.ts';
import { countOf } from '#pwa/format/numbers.ts';
import { TONE_OF_STATUS } from '#pwa/ui/badge.tsx';
import type { Tone } from '#pwa/ui/tone.ts';

/** A person on a procedure, with the words and the tone of the cell. */
export interface ShownCell extends MatrixCell {
  person: MatrixPerson;
  procedure: MatrixProcedure;
  text: string;
  /** When the training ends; null without an end. */
  detail: string | null;
  tone: Tone;
  readingText: string | null;
}

/** Which people the page shows. */
export type Show = 'all' | 'expiring' | 'missing';

const TEXTS: Record<CellState, string> = {
  VALID: COMPETENCE_STATE_DISPLAY.VALID.label,
  EXPIRING: COMPETENCE_STATE_DISPLAY.EXPIRING.label,
  EXPIRED: COMPETENCE_STATE_DISPLAY.EXPIRED.label,
  REVOKED: COMPETENCE_STATE_DISPLAY.REVOKED.label,
  MISSING: 'Missing',
  NONE: 'Not required',
};

const toneOf = (state: CellState): Tone =>
  state === 'MISSING'
    ? 'danger'
    : state === 'NONE'
      ? 'neutral'
      : TONE_OF_STATUS[COMPETENCE_STATE_DISPLAY[state].tone];

function detailOf({ training, record }: MatrixCell, today: string): string | null {
  const lastDay = record?.expiresOn ?? null;
  if (lastDay === null || training === 'REVOKED') return null;
  if (training === 'EXPIRED') return `on ${formatDate(lastDay)}`;
  const days = daysUntil(lastDay, today);
  if (training === 'EXPIRING') return days === 0 ? 'last day today' : `${countOf(days, 'day')} left`;
  return `until ${formatDate(lastDay)}`;
}

/** Build the cells of every person, in the order of the procedures. */
export function trainingCells(matrix: TrainingMatrix, procedures: readonly MatrixProcedure[]) {
  const { people, records, today } = matrix;
  return people.map((person) => {
    const own = records.filter(({ userCompanyId }) => userCompanyId === person.id);
    const cells = procedures.map((procedure): ShownCell => {
      const ofCode = own.filter(({ procedureCode }) => procedureCode === procedure.code);
      const cell = matrixCell(ofCode, procedure, today);
      const version = procedure.procedureVersion;
      const readingText = { READ: `Read v${version}`, MISSING: `v${version} not read`, NONE: null };
      return {
        ...cell,
        person,
        procedure,
        text: TEXTS[cell.training],
        detail: detailOf(cell, today),
        tone: toneOf(cell.training),
        readingText: readingText[cell.reading],
      };
    });
    return { person, cells };
  });
}

const CONDITIONS: Record<Show, (cell: ShownCell) => boolean> = {
  all: () => true,
  expiring: ({ training }) => training === 'EXPIRING',
  missing: ({ training, reading }) =>
    training === 'MISSING' || training === 'EXPIRED' || training === 'REVOKED' || reading === 'MISSING',
};

/** Check whether a cell is among those that the page shows. */
export const isShownCell = (cell: ShownCell, show: Show): boolean => CONDITIONS[show](cell);

/** Name a cell for people who do not see its place: person, procedure and state. */
export const cellName = ({ person, procedure, text, detail, readingText }: ShownCell): string =>
  [`${person.name}, ${procedure.name}: ${text}`, detail, readingText].filter(Boolean).join(', ');

const HEADERS = [
  'Person',
  'Role',
  'Code',
  'Procedure',
  'Version',
  'Training required',
  'Training',
  'Kind',
  'Confirmed on',
  'Confirmed by',
  'Last day',
  'Reading',
];

/** Format the cells as CSV, one line for each person and procedure. */
export const trainingCsv = (rows: readonly { cells: readonly ShownCell[] }[]): string =>
  csvOf([
    HEADERS,
    ...rows.flatMap(({ cells }) =>
      cells.map(({ person, procedure, record, text, readingText }) => [
        person.name,
        ROLE_LABELS[person.role].verbose,
        procedure.code,
        procedure.name,
        procedure.procedureVersion,
        procedure.requiresTraining ? 'Yes' : 'No',
        text,
        record ? COMPETENCE_KIND_LABELS[record.kind] : '',
        { day: record ? record.at.slice(0, 10) : null },
        record?.grantedByName ?? '',
        { day: record?.expiresOn ?? null },
        readingText ?? 'Not required',
      ]),
    ),
  ]);
