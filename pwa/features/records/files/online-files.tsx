import { OnlineQueries } from '#pwa/api/online-queries.tsx';
import type { FilesTarget } from './file-uploader.tsx';
import { FilesPanel } from './files-panel.tsx';

/** The files of a record on a bench page, from the server. */
export function OnlineFiles({ target, uploads }: { target: FilesTarget; uploads: boolean }) {
  return (
    <OnlineQueries>
      <FilesPanel target={target} staff uploads={uploads} />
    </OnlineQueries>
  );
}
