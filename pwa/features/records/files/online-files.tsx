import { OnlineQueries } from '#pwa/api/online-queries.tsx';
import type { FilesTarget } from './file-uploader.tsx';
import { FilesPanel } from './files-panel.tsx';

/** The files of a record on a bench page, from the server. */
export function OnlineFiles(props: { target: FilesTarget; uploads: boolean; bare: boolean }) {
  return (
    <OnlineQueries>
      <FilesPanel staff {...props} />
    </OnlineQueries>
  );
}
