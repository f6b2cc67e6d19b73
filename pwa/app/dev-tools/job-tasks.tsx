import { useState } from 'react';
import { readJobOverview, retryFailedJob, runJobTask } from '#db/api/records/jobs.ts';
import type { FailedJob, JobEffect, JobTask } from '#db/records/job-tasks.ts';
import { useCall, useCallMutation, useInvalidation } from '#pwa/api/use-call.ts';
import { ConfirmDialog } from '#pwa/ui/dialog/confirm-dialog.tsx';
import { toast } from '#pwa/ui/dialog/toast.tsx';
import { DataList } from '#pwa/ui/list/data-list.tsx';
import { Notice } from '#pwa/ui/notice.tsx';
import { Section } from '#pwa/ui/page.tsx';
import { Skeleton } from '#pwa/ui/skeleton.tsx';
import { failedColumns, JobRunsDialog, jobErrorText, READ_AGAIN_MS, taskColumns } from './job-runs.tsx';

/** Confirmation texts for starting a task, by its irreversible effect. */
const EFFECT_TEXT: Readonly<Record<JobEffect, string>> = {
  EMAILS: 'This run sends the emails that are due. Sent emails cannot be recalled.',
  MONEY: 'This run can move money: refunds, card payments or label credits.',
  DELETION: 'This run deletes or discards what is due. That cannot be undone.',
};

/** A start that waits for a confirmation. */
interface PendingStart {
  title: string;
  effect: JobEffect;
  /** The action: "Run now" or "Retry". */
  label: string;
  start(): void;
}

/** Asks for confirmation before a run that sends emails, moves money or deletes data. */
function ConfirmRun({
  pending,
  onConfirm,
  onClose,
}: {
  pending: PendingStart | null;
  onConfirm(start: PendingStart): void;
  onClose(): void;
}) {
  return (
    <ConfirmDialog
      open={pending !== null}
      title={pending?.title ?? ''}
      confirmLabel={pending?.label ?? ''}
      danger={pending?.effect === 'DELETION'}
      onConfirm={() => pending && onConfirm(pending)}
      onClose={onClose}
    >
      <p>{pending && EFFECT_TEXT[pending.effect]}</p>
    </ConfirmDialog>
  );
}

/** Starts tasks and retries jobs; irreversible effects need confirmation. */
function useStart() {
  const invalidate = useInvalidation();
  const [pending, setPending] = useState<PendingStart | null>(null);
  const runTask = useCallMutation(runJobTask);
  const retryJob = useCallMutation(retryFailedJob);
  const outcomeOf = (title: string) => ({
    onSuccess: () => toast.success(`Queued: ${title}`),
    onError: (error: Error) => {
      toast.error(jobErrorText(error));
      // The task or the job may have changed meanwhile.
      void invalidate([readJobOverview]);
    },
  });
  const startOrConfirm = (effect: JobEffect | null, request: Omit<PendingStart, 'effect'>): void => {
    if (effect === null) request.start();
    else setPending({ ...request, effect });
  };
  return {
    busy: runTask.isPending || retryJob.isPending,
    pending,
    run: ({ name, title, effect }: JobTask) =>
      startOrConfirm(effect, {
        title,
        label: 'Run now',
        start: () => runTask.mutate({ params: { name } }, outcomeOf(title)),
      }),
    retry: ({ id, title, effect }: FailedJob) =>
      startOrConfirm(effect, {
        title,
        label: 'Retry',
        start: () => retryJob.mutate({ params: { id } }, outcomeOf(title)),
      }),
    confirm: ({ start }: PendingStart) => {
      setPending(null);
      start();
    },
    cancel: () => setPending(null),
  };
}

const matches = (search: string) => {
  const text = search.trim().toLowerCase();
  return ({ title, name, description }: JobTask): boolean =>
    [title, name, description].some((one) => one.toLowerCase().includes(text));
};

/** Every task with its last run, failures and next run; jobs with a failed last attempt are retried here. */
export function JobTasks() {
  const [search, setSearch] = useState('');
  const [open, setOpen] = useState<string | null>(null);
  const start = useStart();
  const overview = useCall(readJobOverview, {}, { refetchInterval: READ_AGAIN_MS });
  if (overview.isPending) return <Skeleton lines={6} label="Loading tasks" />;
  if (overview.error) return <Notice tone="warning" title={jobErrorText(overview.error)} />;
  const { tasks, failed } = overview.data;
  const { busy } = start;
  return (
    <div className="flex flex-col gap-4">
      {failed.length > 0 && (
        <Section title={`Failed jobs (${failed.length})`}>
          <div className="flex flex-col gap-3">
            <p className="text-ink-soft">All attempts failed. Fix the problem, then retry.</p>
            <DataList
              label="Failed jobs"
              rows={failed}
              columns={failedColumns({ busy, onRetry: start.retry })}
              rowKey={({ id }) => id}
              rowLabel={({ title }) => title}
            />
          </div>
        </Section>
      )}
      <Section title="Tasks">
        <DataList
          label="Tasks"
          rows={tasks.filter(matches(search))}
          columns={taskColumns({ busy, onRun: start.run })}
          rowKey={({ name }) => name}
          rowLabel={({ title }) => title}
          search={{ value: search, onChange: setSearch }}
          onOpen={({ name }) => setOpen(name)}
        />
      </Section>
      <JobRunsDialog
        task={tasks.find(({ name }) => name === open) ?? null}
        busy={busy}
        onRun={(task) => {
          // Only one dialog is open: the confirmation replaces the runs.
          if (task.effect !== null) setOpen(null);
          start.run(task);
        }}
        onClose={() => setOpen(null)}
      />
      <ConfirmRun pending={start.pending} onConfirm={start.confirm} onClose={start.cancel} />
    </div>
  );
}
