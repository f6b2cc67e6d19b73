import { useQuery } from '@tanstack/react-query';
import { History, Play } from 'lucide-react';
import { JobRuns, type JobTask } from '#db/records/job-tasks.ts';
import { callApi } from '#pwa/api/client.ts';
import { formatDate } from '#pwa/format/dates.ts';
import { Button } from '#pwa/ui/button.tsx';
import { Dialog } from '#pwa/ui/dialog.tsx';
import { EmptyState } from '#pwa/ui/empty-state.tsx';
import { KeyValues } from '#pwa/ui/key-values.tsx';
import { DataList } from '#pwa/ui/list/data-list.tsx';
import { Notice } from '#pwa/ui/notice.tsx';
import { JOB_TASKS_PATH, jobErrorText, READ_AGAIN_MS } from './job-calls.ts';
import { RUN_COLUMNS } from './job-columns.tsx';

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
  const path = `${JOB_TASKS_PATH}/${task?.name ?? ''}/runs`;
  const runs = useQuery({
    queryKey: [path],
    enabled: task !== null,
    queryFn: () => callApi({ path, answer: JobRuns }),
    refetchInterval: READ_AGAIN_MS,
  });
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
