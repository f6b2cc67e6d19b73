import { useQuery } from '@tanstack/react-query';
import { AppError } from '#db/errors/app-error.ts';
import { MESSAGES } from '#db/errors/messages.ts';
import { JobOverview } from '#db/records/job-tasks.ts';
import { callApi } from '#pwa/api/client.ts';

export const JOB_TASKS_PATH = '/api/dev-tools/job-tasks';
export const FAILED_JOBS_PATH = '/api/dev-tools/failed-jobs';
/** Polling interval of visible runs. */
export const READ_AGAIN_MS = 5_000;

export const jobErrorText = (error: unknown): string =>
  error instanceof AppError ? (error.issues[0]?.message ?? error.message) : MESSAGES.unknownError;

/** Polls every task and failed job. */
export const useJobOverview = () =>
  useQuery({
    queryKey: [JOB_TASKS_PATH],
    queryFn: () => callApi({ path: JOB_TASKS_PATH, answer: JobOverview }),
    refetchInterval: READ_AGAIN_MS,
  });
