import type { ReactNode } from 'react';
import { listFiles } from '#db/api/records/files.ts';
import { listNotes } from '#db/api/records/notes.ts';
import type { ShownFile } from '#db/records/files/shown-file.ts';
import type { ShownNote } from '#db/records/notes/shown-note.ts';
import { OnlineQueries } from '#pwa/api/online-queries.tsx';
import { useCall } from '#pwa/api/use-call.ts';
import type { FiledAtBench } from '#pwa/features/records/files/bench-files.tsx';

/** What a bench record has on the server only. */
export interface OnlineItems {
  files: readonly ShownFile[];
  /** Notes that customers wrote. */
  notes: readonly ShownNote[];
}

interface OnlineBenchItemsProps {
  targetType: FiledAtBench;
  targetId: string;
  children(items: OnlineItems): ReactNode;
}

function Items({ targetType, targetId, children }: OnlineBenchItemsProps) {
  const query = { targetType, targetId };
  const files = useCall(listFiles, { query }, { select: ({ rows }) => rows });
  const notes = useCall(listNotes, { query }, { select: ({ rows }) => rows });
  return children({
    files: files.data ?? [],
    notes: notes.data?.filter(({ byStaff }) => !byStaff) ?? [],
  });
}

/** Read the files and the customers' notes of a bench record from the server, for its feed. */
export const OnlineBenchItems = (props: OnlineBenchItemsProps) => (
  <OnlineQueries>
    <Items {...props} />
  </OnlineQueries>
);
