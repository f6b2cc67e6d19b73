import { Play } from 'lucide-react';
import type { FailedJob, JobOutcome, JobRun, JobTask } from '#db/records/job-tasks.ts';
import { formatDate } from '#pwa/format/dates.ts';
import { Button } from '#pwa/ui/button.tsx';
import type { Column } from '#pwa/ui/list/column.ts';
import type { Tone } from '#pwa/ui/tone.ts';
import { ToneBadge } from '#pwa/ui/tone-badge.tsx';

const OUTCOMES: Readonly<Record<JobOutcome, { label: string; tone: Tone }>> = {
  RUNNING: { label: 'Running', tone: 'progress' },
  SUCCEEDED: { label: 'Succeeded', tone: 'success' },
  FAILED: { label: 'Failed', tone: 'danger' },
  LOST: { label: 'Interrupted', tone: 'warning' },
};

/** How long a run took, in the unit that fits. */
export function formatRunTime({ startedAt, finishedAt }: Pick<JobRun, 'startedAt' | 'finishedAt'>): string {
  if (finishedAt === null) return '';
  const ms = Math.max(0, Date.parse(finishedAt) - Date.parse(startedAt));
  return ms < 1_000 ? `${ms} ms` : `${(ms / 1_000).toFixed(1)} s`;
}

/** What a run did, or why it failed. */
export function formatRunResult({ changed, note, problem }: JobRun): string {
  if (problem !== null) return problem;
  return [changed === null ? null : `${changed} changed`, note].filter((part) => part !== null).join(', ');
}

/** A run: how it ended, when, how long it took and what it did. */
export const RunSummary = ({ run }: { run: JobRun | null }) =>
  run === null ? (
    <span className="text-ink-soft">Never</span>
  ) : (
    <span className="flex min-w-0 flex-col gap-0.5">
      <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
        <ToneBadge {...OUTCOMES[run.outcome]} />
        <span>{formatDate(run.startedAt, 'shortAtTime')}</span>
        <span className="text-ink-soft">{formatRunTime(run)}</span>
      </span>
      <span className="break-words text-ink-soft text-sm">{formatRunResult(run)}</span>
    </span>
  );

interface TaskActions {
  busy: boolean;
  onRun(task: JobTask): void;
}

/** The columns of the list of tasks. */
export const taskColumns = ({ busy, onRun }: TaskActions): readonly Column<JobTask>[] => [
  {
    id: 'title',
    header: 'Task',
    cell: ({ title, description }) => (
      <span className="flex min-w-0 flex-col">
        <span className="font-medium">{title}</span>
        <span className="text-ink-soft text-sm">{description}</span>
      </span>
    ),
  },
  { id: 'schedule', header: 'Runs', cell: ({ schedule }) => schedule },
  { id: 'lastRun', header: 'Last run', cell: ({ lastRun }) => <RunSummary run={lastRun} /> },
  {
    id: 'failures',
    header: 'Failures, 24 hours',
    cell: ({ failuresInDay }) =>
      failuresInDay === 0 ? '0' : <ToneBadge tone="warning" label={String(failuresInDay)} />,
  },
  {
    id: 'nextRunAt',
    header: 'Next run',
    cell: ({ nextRunAt, waiting }) =>
      `${nextRunAt === null ? 'When needed' : formatDate(nextRunAt, 'shortAtTime')}${waiting > 1 ? ` (${waiting} waiting)` : ''}`,
  },
  {
    id: 'run',
    header: 'Actions',
    cell: (task) =>
      task.startable ? (
        <Button icon={Play} disabled={busy} aria-label={`Run now: ${task.title}`} onClick={() => onRun(task)}>
          Run now
        </Button>
      ) : null,
  },
];

interface FailedActions {
  busy: boolean;
  onRetry(job: FailedJob): void;
}

/** The columns of the list of failed jobs. */
export const failedColumns = ({ busy, onRetry }: FailedActions): readonly Column<FailedJob>[] => [
  { id: 'title', header: 'Task', cell: ({ title }) => <span className="font-medium">{title}</span> },
  { id: 'failedAt', header: 'Failed', cell: ({ failedAt }) => formatDate(failedAt, 'shortAtTime') },
  { id: 'attempts', header: 'Attempts', cell: ({ attempts }) => attempts },
  { id: 'problem', header: 'Problem', cell: ({ problem }) => problem ?? 'Unknown error' },
  {
    id: 'retry',
    header: 'Actions',
    cell: (job) => (
      <Button disabled={busy} aria-label={`Retry: ${job.title}`} onClick={() => onRetry(job)}>
        Retry
      </Button>
    ),
  },
];
