import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { z } from 'zod';
import { AppError } from '#db/errors/app-error.ts';
import { MESSAGES } from '#db/errors/messages.ts';
import { JobOverview } from '#db/records/job-tasks.ts';
import { callApi } from '#pwa/api/client.ts';
import { DataList } from '#pwa/ui/list/data-list.tsx';
import { Notice } from '#pwa/ui/notice.tsx';
import { Section } from '#pwa/ui/page.tsx';
import { Skeleton } from '#pwa/ui/skeleton.tsx';
import { failedColumns, taskColumns } from './job-columns.tsx';

const PATH = '/api/dev-tools/job-tasks';
const RETRY_PATH = '/api/dev-tools/failed-jobs';
const READ_AGAIN_MS = 5_000;

const textOf = (error: unknown): string =>
  error instanceof AppError ? error.message : MESSAGES.unknownError;

/** Every task with its last run, its failures and its next run; jobs whose last attempt failed are retried here. */
export function JobTasks() {
  const queries = useQueryClient();
  const overview = useQuery({
    queryKey: [PATH],
    queryFn: () => callApi({ path: PATH, answer: JobOverview }),
    refetchInterval: READ_AGAIN_MS,
  });
  const start = useMutation({
    networkMode: 'always',
    mutationFn: ({ path }: { path: string; started: string }) =>
      callApi({ path, method: 'POST', data: {}, answer: z.undefined() }),
    onSettled: () => queries.invalidateQueries({ queryKey: [PATH] }),
  });
  const busy = start.isPending;
  if (overview.isPending) return <Skeleton lines={6} label="Loading tasks" />;
  if (overview.error) return <Notice tone="warning" title={textOf(overview.error)} />;
  const { tasks, failed } = overview.data;
  return (
    <div className="flex flex-col gap-4">
      {start.error && <Notice tone="danger" title={textOf(start.error)} />}
      {start.isSuccess && <Notice tone="success" title={`Queued: ${start.variables.started}`} />}
      {failed.length > 0 && (
        <Section title="Failed jobs">
          <DataList
            label="Failed jobs"
            rows={failed}
            columns={failedColumns({
              busy,
              onRetry: ({ id, title }) => start.mutate({ path: `${RETRY_PATH}/${id}/retry`, started: title }),
            })}
            rowKey={({ id }) => id}
            rowLabel={({ title }) => title}
          />
        </Section>
      )}
      <Section title="Tasks">
        <DataList
          label="Tasks"
          rows={tasks}
          columns={taskColumns({
            busy,
            onRun: ({ name, title }) => start.mutate({ path: `${PATH}/${name}/run`, started: title }),
          })}
          rowKey={({ name }) => name}
          rowLabel={({ title }) => title}
        />
      </Section>
    </div>
  );
}
