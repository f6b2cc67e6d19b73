import { History, Play, RotateCw } from 'lucide-react';
import { listJobRuns } from '#db/api/records/jobs.ts';
import { AppError } from '#db/errors/app-error.ts';
import { MESSAGES } from '#db/errors/messages.ts';
import type { FailedJob, JobOutcome, JobRun, JobTask } from '#db/records/job-tasks.ts';
import { useCall } from '#pwa/api/use-call.ts';
import { formatDate } from '#pwa/format/dates.ts';
import { ToneBadge } from '#pwa/ui/badge.tsx';
import { Button } from '#pwa/ui/button.tsx';
import { Dialog } from '#pwa/ui/dialog/dialog.tsx';
import { EmptyState } from '#pwa/ui/empty-state.tsx';
import { KeyValues } from '#pwa/ui/key-values.tsx';
import type { Column } from '#pwa/ui/list/column.ts';
import { DataList } from '#pwa/ui/list/data-list.tsx';
import { Notice } from '#pwa/ui/notice.tsx';
import { Time } from '#pwa/ui/time.tsx';
import type { Tone } from '#pwa/ui/tone.ts';

const OUTCOMES: Readonly<Record<JobOutcome, { label: string; tone: Tone }>> = {
  RUNNING: { label: 'Running', tone: 'progress' },
  SUCCEEDED: { label: 'Succeeded', tone: 'success' },
  FAILED: { label: 'Failed', tone: 'danger' },
  LOST: { label: 'Interrupted', tone: 'warning' },
};

/** Format the outcome of a run; a task without one has not run yet. */
const OutcomeBadge = ({ run }: { run: JobRun | null }) =>
  run === null ? <ToneBadge tone="neutral" label="Never run" /> : <ToneBadge {...OUTCOMES[run.outcome]} />;

/** Format the duration of a run in a fitting unit; empty while it runs. */
export function formatRunTime({ startedAt, finishedAt }: Pick<JobRun, 'startedAt' | 'finishedAt'>): string {
  if (finishedAt === null) return '';
  const ms = Math.max(0, Date.parse(finishedAt) - Date.parse(startedAt));
  if (ms < 1_000) return `${ms} ms`;
  return ms < 60_000 ? `${(ms / 1_000).toFixed(1)} s` : `${Math.round(ms / 60_000)} min`;
}

/** Format start and duration of a run on one line. */
const formatRunStart = (run: JobRun): string =>
  [formatDate(run.startedAt, 'shortAtTime'), formatRunTime(run)].filter((part) => part !== '').join(' · ');

/** Format the result of a run, or its error. */
export function formatRunResult({ changed, note, problem }: JobRun): string {
  if (problem !== null) return problem;
  return [changed === null ? null : `${changed} changed`, note].filter((part) => part !== null).join(', ');
}

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
  { id: 'failedAt', header: 'Failed', cell: ({ failedAt }) => <Time value={failedAt} /> },
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
const RUN_COLUMNS: readonly Column<JobRun>[] = [
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

/** Polling interval of visible tasks and runs. */
export const READ_AGAIN_MS = 5_000;

export const jobErrorText = (error: unknown): string =>
  error instanceof AppError ? (error.issues[0]?.message ?? error.message) : MESSAGES.unknownError;

/** The failure and the next attempt. */
function LastFailure({ task: { lastRun, nextRunAt, schedule } }: { task: JobTask }) {
  if (lastRun?.problem === null || lastRun?.problem === undefined) return null;
  const isOver = nextRunAt === null || (schedule === 'When needed' && lastRun.attempt >= lastRun.maxAttempts);
  return (
    <Notice tone={lastRun.outcome === 'LOST' ? 'warning' : 'danger'} title={lastRun.problem}>
      <p>
        {isOver
          ? 'No further attempt is planned. Fix the cause, then run or retry the task.'
          : `Next attempt: ${formatDate(nextRunAt, 'shortAtTime')}.`}
      </p>
    </Notice>
  );
}

const factsOf = ({ schedule, nextRunAt, waiting, attempts, exclusive }: JobTask) => [
  { name: 'Schedule', value: schedule },
  { name: 'Next run', value: nextRunAt === null ? null : formatDate(nextRunAt, 'shortAtTime') },
  { name: 'Waiting jobs', value: waiting },
  { name: 'Attempts', value: `Up to ${attempts}` },
  { name: 'Runs at a time', value: exclusive ? 'One' : 'Several' },
];

interface JobRunsDialogProps {
  task: JobTask | null;
  busy: boolean;
  onRun(task: JobTask): void;
  onClose(): void;
}

/** The last runs of a task with duration, and result or problem. */
export function JobRunsDialog({ task, busy, onRun, onClose }: JobRunsDialogProps) {
  const runs = useCall(
    listJobRuns,
    { params: { name: task?.name ?? '' } },
    { enabled: task !== null, refetchInterval: READ_AGAIN_MS },
  );
  return (
    <Dialog
      open={task !== null}
      size="wide"
      title={task?.title ?? ''}
      onClose={onClose}
      actions={
        task?.startable && (
          <Button variant="primary" icon={Play} disabled={busy} onClick={() => onRun(task)}>
            Run now
          </Button>
        )
      }
    >
      {task && (
        <div className="flex flex-col gap-4">
          <p>{task.description}</p>
          <LastFailure task={task} />
          <KeyValues items={factsOf(task)} />
          <DataList
            label="Last runs"
            status={runs.isPending ? 'loading' : runs.error ? 'error' : 'ready'}
            errorText={jobErrorText(runs.error)}
            onRetry={() => void runs.refetch()}
            rows={runs.data?.runs ?? []}
            columns={RUN_COLUMNS}
            rowKey={({ id }) => String(id)}
            rowLabel={({ startedAt }) => formatDate(startedAt, 'shortAtTime')}
            empty={<EmptyState icon={History} title="No runs yet" />}
          />
        </div>
      )}
    </Dialog>
  );
}
