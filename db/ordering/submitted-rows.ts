/** A requisition at submission, with the result of its column check. */
export interface SubmittedRow {
  /** The row number, from 1. */
  row: number;
  /** The errors of the row: the column label and the problem. */
  problems: readonly { column: string; message: string }[];
  patientId: string | null;
  collectedAt: string | null;
  /** Whether the row names a clinician who may order. */
  physicianMayOrder: boolean;
  /** For rework and supplemental orders: why the work on the earlier specimen cannot continue. */
  sourceProblem: string | null;
}

interface RowProblem {
  field: string;
  message: string;
}

interface RowRules {
  clinical: boolean;
}

function problemsOf(one: SubmittedRow, { clinical }: RowRules): RowProblem[] {
  const rowProblem = (column: string, message: string): RowProblem => ({
    field: `rows.${one.row}`,
    message: `Row ${one.row}, ${column}: ${message}`,
  });
  const problems = one.problems.map(({ column, message }) => rowProblem(column, message));
  if (one.sourceProblem !== null) problems.push(rowProblem('Sample ID', one.sourceProblem));
  if (!clinical) return problems;
  if (one.patientId === null) problems.push(rowProblem('Patient MRN', 'Enter the patient.'));
  if (!one.physicianMayOrder)
    problems.push(rowProblem('Physician', 'Enter a clinician with a verified license.'));
  if (one.collectedAt === null) problems.push(rowProblem('Collected At', 'Enter when it was collected.'));
  return problems;
}

/** Return the problems in the rows of a submitted order, in row order. */
export const specimenProblems = (rows: readonly SubmittedRow[], rules: RowRules): RowProblem[] =>
  rows.flatMap((one) => problemsOf(one, rules));
