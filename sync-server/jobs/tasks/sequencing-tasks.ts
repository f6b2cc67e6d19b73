import { z } from 'zod';
import { Id } from '#db/values/id.ts';
import { pipelineOf } from '#sync-server/integrations/analysis/webhook-pipeline.ts';
import { queueTask, queueTaskFor } from '#sync-server/jobs/job-queue.ts';
import { defineTask, defineTaskWith, type Task } from '#sync-server/jobs/task.ts';
import { listWaitingRuns, sendAnalysisRun } from '#sync-server/services/sequencing/analysis-runs.ts';
import { setSilentSequencersOffline } from '#sync-server/services/sequencing/heartbeats.ts';
import { importQueuedFolders } from '#sync-server/services/sequencing/run-folders/import-folder.ts';
import { watchRunFolders } from '#sync-server/services/sequencing/run-folders/watch-folders.ts';

/** The task that reads the run folders that were queued. */
export const importRunFolders = defineTask({
  name: 'import-run-folders',
  title: 'Import run folders',
  description: 'Reads the run folders that wait and imports their runs into their batches.',
  schedule: { onDemand: true },
  attempts: 5,
  exclusive: true,
  isEnabled: ({ RUN_FOLDERS }) => RUN_FOLDERS.length > 0,
  run: async (services) => ({ changed: await importQueuedFolders(services) }),
});

/** The task that sends one analysis run to the pipeline; ten attempts take about four hours. */
const sendRun = defineTaskWith({
  name: 'send-analysis-run',
  title: 'Send analysis run',
  description:
    'Sends one analysis run to the pipeline, and marks it as failed when the pipeline never takes it.',
  schedule: { onDemand: true },
  attempts: 10,
  exclusive: false,
  isEnabled: (env) => pipelineOf(env).isConnected,
  payload: z.strictObject({ analysisRunId: Id }),
  run: (services, { analysisRunId }, { isLast }) =>
    sendAnalysisRun(services, pipelineOf(services.env), analysisRunId, isLast),
});

/** The tasks that import runs from folders on a disk of the server, and watch the sequencers. */
export const SEQUENCING_TASKS: readonly Task[] = [
  defineTask({
    name: 'watch-sequencers',
    title: 'Watch sequencers',
    description: 'Sets sequencers offline that sent signs of life before and none for ten minutes.',
    schedule: { cron: '* * * * *' },
    attempts: 3,
    exclusive: true,
    run: async (services) => ({ changed: await setSilentSequencersOffline(services) }),
  }),
  sendRun,
  defineTask({
    name: 'queue-analysis-runs',
    title: 'Queue analysis runs',
    description: 'Queues the analysis runs that wait, so that each is sent to the pipeline.',
    schedule: { cron: '* * * * *' },
    attempts: 3,
    exclusive: true,
    isEnabled: (env) => pipelineOf(env).isConnected,
    run: async (services) => {
      const ids = await listWaitingRuns(services);
      for (const analysisRunId of ids) await queueTaskFor(services.pool, sendRun, { analysisRunId });
      return { changed: ids.length };
    },
  }),
  importRunFolders,
  defineTask({
    name: 'watch-run-folders',
    title: 'Watch run folders',
    description: 'Looks for finished runs in RUN_FOLDERS and queues those that are new or changed.',
    schedule: { cron: '* * * * *' },
    attempts: 3,
    exclusive: true,
    isEnabled: ({ RUN_FOLDERS }) => RUN_FOLDERS.length > 0,
    run: async (services) => {
      const changed = await watchRunFolders(services);
      // Also after a restart: a reading that was cut off begins again.
      if (changed > 0) await queueTask(services.pool, importRunFolders, { keepWaiting: true });
      return { changed };
    },
  }),
];
