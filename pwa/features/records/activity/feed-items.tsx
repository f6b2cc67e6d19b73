import { Download, Paperclip } from 'lucide-react';
import { useState } from 'react';
import { listFiles } from '#db/api/records/files.ts';
import { FILE_SUBTYPE_LABEL } from '#db/records/files/file-type.ts';
import type { ShownFile } from '#db/records/files/shown-file.ts';
import type { NamedPerson } from '#db/records/notes/note-body.ts';
import type { ShownNote } from '#db/records/notes/shown-note.ts';
import { errorText } from '#pwa/api/error-text.ts';
import { downloadFile } from '#pwa/api/files.ts';
import { useInvalidation } from '#pwa/api/use-call.ts';
import { NoteEntry } from '#pwa/features/records/notes/note-entry.tsx';
import { formatFileSize } from '#pwa/format/numbers.ts';
import { Button } from '#pwa/ui/button.tsx';
import { toast } from '#pwa/ui/dialog/toast.tsx';
import { eventItems, type FeedItem } from '#pwa/ui/history/activity.tsx';
import type { TimelineEntry } from '#pwa/ui/history/timeline.tsx';
import { TimelineItem } from '#pwa/ui/history/timeline.tsx';

/** What a note in the feed needs from its page. */
interface NoteContext {
  staff: boolean;
  people: readonly NamedPerson[];
  runOperation(work: () => Promise<unknown>): Promise<boolean>;
}

/** Turn notes into lines of a feed. */
export const noteItems = (
  notes: readonly (ShownNote & { unsent?: boolean })[],
  context: NoteContext,
): FeedItem[] =>
  notes.map(({ unsent = false, ...note }) => ({
    id: note.id,
    at: note.createdAt,
    element: <NoteEntry note={note} unsent={unsent} inFeed {...context} />,
  }));

function FileDownload({ file }: { file: ShownFile }) {
  const [busy, setBusy] = useState(false);
  const invalidate = useInvalidation();
  const download = async (): Promise<void> => {
    setBusy(true);
    try {
      await downloadFile(file);
    } catch (error) {
      toast.error(errorText(error));
    } finally {
      setBusy(false);
      // The count of downloads changed, or access has ended, as for recalled results.
      void invalidate([listFiles, 'internal/results', 'orders', 'lab/orders']);
    }
  };
  return (
    <Button
      icon={Download}
      busy={busy}
      disabled={file.scanStatus !== 'CLEAN'}
      aria-label={`Download ${file.title}`}
      onClick={() => void download()}
    >
      Download
    </Button>
  );
}

/** Turn files into lines of a feed. */
export const fileItems = (files: readonly ShownFile[]): FeedItem[] =>
  files.map((file) => ({
    id: file.id,
    at: file.createdAt,
    element: (
      <TimelineItem
        entry={{
          id: file.id,
          title: file.title,
          person: file.uploadedByName,
          at: file.createdAt,
          icon: Paperclip,
          detail: (
            <div className="flex flex-wrap items-center gap-3 text-sm">
              <span className="text-ink-soft">
                {[
                  file.specimenName && `Specimen ${file.specimenName}`,
                  file.subType ? FILE_SUBTYPE_LABEL[file.subType] : 'Document',
                  formatFileSize(file.size),
                ]
                  .filter(Boolean)
                  .join(' · ')}
              </span>
              <FileDownload file={file} />
            </div>
          ),
        }}
      />
    ),
  }));

/** Turn events into lines of a feed, without those of files that the feed shows themselves. */
export function relatedEventItems(
  entries: readonly TimelineEntry[],
  files: readonly ShownFile[],
): FeedItem[] {
  const titles = new Set(files.map(({ title }) => title));
  return eventItems(entries.filter(({ file }) => file === undefined || !titles.has(file)));
}
