import { z } from 'zod';
import { defineCall } from '#db/api/call-definition.ts';
import { FolderName, RunFolder, RunFolders } from '#db/sequencing/runs/run-folder.ts';
import { Id } from '#db/values/id.ts';
import { Reason } from '#db/values/reason.ts';

export const listRunFolders = defineCall({
  id: 'listRunFolders',
  method: 'get',
  path: '/api/internal/results/runs/folders',
  access: 'internal/results:read',
  summary: 'Lists the run folders of the server that are being read, wait for a batch, or cannot be read.',
  answer: RunFolders,
});

export const importRunFolder = defineCall({
  id: 'importRunFolder',
  method: 'post',
  path: '/api/internal/results/runs/folders',
  access: 'internal/results:create',
  summary: 'Queues a folder below RUN_FOLDERS to be read now, also one that is not complete.',
  body: z.strictObject({ path: FolderName }),
  answer: RunFolder,
  errors: ['NO_RUN_FOLDER', 'FOLDER_IN_USE'],
});

export const closeRunFolder = defineCall({
  id: 'closeRunFolder',
  method: 'post',
  path: '/api/internal/results/runs/folders/:id/close',
  access: 'internal/results:create',
  summary: 'Cancels the reading of a run folder, or closes one that nobody will import, with a reason.',
  params: z.strictObject({ id: Id }),
  body: z.strictObject({ reason: Reason }),
  answer: RunFolder,
});
