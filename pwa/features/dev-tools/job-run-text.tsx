import type { JobOutcome, JobRun } from '#db/records/job-tasks.ts';
import { formatDate } from '#pwa/format/dates.ts';
import type { Tone } from '#pwa/ui/tone.ts';
import { ToneBadge } from '#pwa/ui/tone-badge.tsx';

const OUTCOMES: Readonly<Record<JobOutcome, { label: string; tone: Tone }>> = {
  RUNNING: { label: 'Running', tone: 'progress' },
  SUCCEEDED: { label: 'Succeeded', tone: 'success' },
  FAILED: { label: 'Failed', tone: 'danger' },
  LOST: { label: 'Interrupted', tone: 'warning' },
};

/** Format the outcome of a run; a task without one has not run yet. */
export const OutcomeBadge = ({ run }: { run: JobRun | null }) =>
  run === null ? <ToneBadge tone="neutral" label="Never run" /> : <ToneBadge {...OUTCOMES[run.outcome]} />;

/** Format the duration of a run in a fitting unit; empty while it runs. */
export function formatRunTime({ startedAt, finishedAt }: Pick<JobRun, 'startedAt' | 'finishedAt'>): string {
  if (finishedAt === null) return '';
  const ms = Math.max(0, Date.parse(finishedAt) - Date.parse(startedAt));
  if (ms < 1_000) return `${ms} ms`;
  return ms < 60_000 ? `${(ms / 1_000).toFixed(1)} s` : `${Math.round(ms / 60_000)} min`;
}

/** Format start and duration of a run on one line. */
export const formatRunStart = (run: JobRun): string =>
  [formatDate(run.startedAt, 'shortAtTime'), formatRunTime(run)].filter((part) => part !== '').join(' · ');

/** Format the result of a run, or its error. */
export function formatRunResult({ changed, note, problem }: JobRun): string {
  if (problem !== null) return problem;
  return [changed === null ? null : `${changed} changed`, note].filter((part) => part !== null).join(', ');
}
