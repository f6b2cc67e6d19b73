import type { ShownResult } from '#db/specimens/shown-results.ts';
import { formatDate } from '#pwa/format/dates.ts';
import type { Tone } from '#pwa/ui/tone.ts';

/** State of a specimen's results, with its details. */
export interface ResultState {
  label: string;
  tone: Tone;
  /** What is missing, or when and by whom it was done. */
  lines: readonly string[];
}

const approval = ({ approved, approvedByName, directorApprovedAt }: ShownResult): string[] =>
  approved && directorApprovedAt
    ? [
        `Approved ${formatDate(directorApprovedAt, 'shortAtTime')}${approvedByName ? ` by ${approvedByName}` : ''}.`,
      ]
    : [];

/** True when a director may approve them now. */
export const canBeApproved = ({ approvalProblems }: ShownResult): boolean => approvalProblems?.length === 0;
/** True when they may be released now. */
export const canBeReleased = ({ releaseProblems }: ShownResult): boolean => releaseProblems?.length === 0;
/** True when they are released, so that they may be recalled. */
export const canBeRecalled = ({ resultsReleasedAt }: ShownResult): boolean => resultsReleasedAt !== null;

/** Compute the state of a row's results. */
export function resultState(row: ShownResult, clinical: boolean): ResultState {
  const { resultsReleasedAt, isDataDownloaded, recalled, releaseProblems, failedSamples } = row;
  if (resultsReleasedAt !== null)
    return {
      label: 'Released',
      tone: 'success',
      lines: [
        `Released ${formatDate(resultsReleasedAt, 'shortAtTime')}.`,
        isDataDownloaded ? 'Downloaded by the customer.' : 'Not downloaded yet.',
        ...approval(row),
      ],
    };
  const failed =
    failedSamples === 0
      ? []
      : [
          `${failedSamples === 1 ? '1 sample' : `${failedSamples} samples`} of it failed: releasing asks why.`,
        ];
  const problemLines = [...approval(row), ...failed];
  if (canBeReleased(row))
    return {
      label: 'Ready to release',
      tone: 'progress',
      lines: problemLines.length > 0 ? problemLines : ['Work done, results attached.'],
    };
  const isWaiting = clinical && canBeApproved(row);
  const label = recalled ? 'Recalled' : isWaiting ? 'Waits for approval' : 'Not ready';
  return {
    label,
    tone: recalled ? 'warning' : isWaiting ? 'info' : 'neutral',
    lines: [...(releaseProblems ?? []), ...problemLines],
  };
}

/** Count the states in one sentence. */
export function resultsSummary(rows: readonly ShownResult[]): string {
  const released = rows.filter(canBeRecalled).length;
  const ready = rows.filter(canBeReleased).length;
  const parts = [
    `${released} of ${rows.length} released`,
    ...(ready > 0 ? [`${ready} ready to release`] : []),
  ];
  return `${parts.join(', ')}.`;
}
