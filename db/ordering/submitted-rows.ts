/** A requisition as it is submitted, with what the check of its columns says of it. */
export interface SubmittedRow {
  /** 1 for the first. */
  row: number;
  /** What a check of the row itself found: the column as people read it, and what is wrong. */
  problems: readonly { column: string; message: string }[];
  patientId: string | null;
  collectedAt: string | null;
  /** Does the row name a clinician who may order? */
  physicianMayOrder: boolean;
  /** For rework and supplemental orders: why the work on the earlier specimen cannot go on, in words. */
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

/** What is wrong with the rows of an order that is submitted, in their order. */
export const specimenProblems = (rows: readonly SubmittedRow[], rules: RowRules): RowProblem[] =>
  rows.flatMap((one) => problemsOf(one, rules));
