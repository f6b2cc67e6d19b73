import { queueTask } from '#sync-server/jobs/job-queue.ts';
import { defineTask, type Task } from '#sync-server/jobs/task.ts';
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
