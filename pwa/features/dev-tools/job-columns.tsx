import { Play, RotateCw } from 'lucide-react';
import type { FailedJob, JobRun, JobTask } from '#db/records/job-tasks.ts';
import { formatDate } from '#pwa/format/dates.ts';
import { Button } from '#pwa/ui/button.tsx';
import type { Column } from '#pwa/ui/list/column.ts';
import { formatRunResult, formatRunStart, formatRunTime, OutcomeBadge } from './job-run-text.tsx';

/** Outcome and time of the last run, its error, and the number of recent failures. */
const LastRun = ({ task: { lastRun, failuresInDay } }: { task: JobTask }) => (
  <span className="flex min-w-0 flex-col items-start gap-0.5">
    <span className="flex flex-wrap items-center gap-x-2 gap-y-0.5">
      <OutcomeBadge run={lastRun} />
      {lastRun && <span className="text-ink-soft">{formatRunStart(lastRun)}</span>}
    </span>
    {lastRun?.problem && (
      <span data-tone="danger" className="text-tone-ink">
        <span className="whitespace-normal">{lastRun.problem}</span>
      </span>
    )}
    {failuresInDay > 0 && <span className="text-ink-soft">{`${failuresInDay} failed in 24 hours`}</span>}
  </span>
);

interface TaskActions {
  busy: boolean;
  onRun(task: JobTask): void;
}

/** The columns of the list of tasks. */
export const taskColumns = ({ busy, onRun }: TaskActions): readonly Column<JobTask>[] => [
  { id: 'title', header: 'Task', sortBy: ({ title }) => title, cell: ({ title }) => title },
  {
    id: 'status',
    header: 'Last run',
    sortBy: ({ lastRun }) => lastRun?.startedAt ?? null,
    cell: (task) => <LastRun task={task} />,
  },
  {
    id: 'nextRunAt',
    header: 'Next run',
    cell: ({ nextRunAt, schedule }) => (
      <span className="flex flex-col">
        {nextRunAt !== null && <span>{formatDate(nextRunAt, 'shortAtTime')}</span>}
        <span className="text-ink-soft">{schedule}</span>
      </span>
    ),
  },
  {
    id: 'run',
    header: 'Action',
    wide: true,
    isAction: true,
    cell: (task) =>
      task.startable ? (
        <Button
          className="relative z-10 whitespace-nowrap"
          icon={Play}
          disabled={busy}
          aria-label={`Run now: ${task.title}`}
          onClick={() => onRun(task)}
        >
          <span className="md:max-xl:sr-only">Run now</span>
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
  {
    id: 'problem',
    header: 'Problem',
    wide: true,
    cell: ({ problem }) => problem ?? 'Unknown error. Check the server log.',
  },
  { id: 'failedAt', header: 'Failed', cell: ({ failedAt }) => formatDate(failedAt, 'shortAtTime') },
  { id: 'attempts', header: 'Attempts', align: 'right', cell: ({ attempts }) => attempts },
  {
    id: 'retry',
    header: 'Action',
    wide: true,
    isAction: true,
    cell: (job) => (
      <Button
        className="whitespace-nowrap"
        icon={RotateCw}
        disabled={busy}
        aria-label={`Retry: ${job.title}`}
        onClick={() => onRetry(job)}
      >
        <span className="md:max-xl:sr-only">Retry</span>
      </Button>
    ),
  },
];

/** The columns of the runs of one task. */
export const RUN_COLUMNS: readonly Column<JobRun>[] = [
  {
    id: 'startedAt',
    header: 'Started',
    cell: ({ startedAt }) => (
      <span className="whitespace-nowrap">{formatDate(startedAt, 'shortAtTime')}</span>
    ),
  },
  { id: 'status', header: 'Outcome', cell: (run) => <OutcomeBadge run={run} /> },
  { id: 'duration', header: 'Duration', align: 'right', cell: formatRunTime },
  { id: 'attempt', header: 'Attempt', cell: ({ attempt, maxAttempts }) => `${attempt} of ${maxAttempts}` },
  { id: 'result', header: 'Result', wide: true, cell: formatRunResult },
];
