import { type ReactNode, useState } from 'react';
import type { ShownProcedure } from '#db/protocols/procedures/shown-procedure.ts';
import { loadProcedureFile } from '#pwa/app/procedure-files.ts';
import { toast } from '#pwa/ui/dialog/toast.tsx';
import type { PictureUrls } from './sop-sheet.tsx';

type SopJob = typeof import('./sop-sheet.tsx').SopJob;

/** Load the pictures of a version; the sheet names those that cannot be loaded. */
async function loadPictures({ sections }: ShownProcedure): Promise<PictureUrls> {
  const fileIds = new Set(
    sections.flatMap(({ steps }) => steps.flatMap(({ pictures }) => pictures.map(({ fileId }) => fileId))),
  );
  const urls = await Promise.all(
    [...fileIds].map((fileId) =>
      loadProcedureFile(fileId).then(
        (bytes) => [[fileId, URL.createObjectURL(bytes)] as const],
        () => [],
      ),
    ),
  );
  return new Map(urls.flat());
}

interface Job {
  Sheet: SopJob;
  pictures: PictureUrls;
}

/** Print a version as an SOP; the drawing code and the pictures are loaded with the press. */
export function usePrintSop(version: ShownProcedure): { print(): void; printed: ReactNode } {
  const [job, setJob] = useState<Job | null>(null);
  const print = (): void => {
    Promise.all([import('./sop-sheet.tsx'), loadPictures(version)]).then(
      ([{ SopJob }, pictures]) => setJob({ Sheet: SopJob, pictures }),
      () => toast.error('The sheet could not be loaded. Try again when you are online.'),
    );
  };
  const close = (): void => {
    for (const url of job?.pictures.values() ?? []) URL.revokeObjectURL(url);
    setJob(null);
  };
  return { print, printed: job && <job.Sheet shown={version} pictures={job.pictures} onDone={close} /> };
}
