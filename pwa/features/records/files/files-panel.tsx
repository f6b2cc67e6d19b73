import { Download } from 'lucide-react';
import { useState } from 'react';
import { listFiles, listUnfinishedUploads } from '#db/api/records/files.ts';
import { MESSAGES } from '#db/errors/messages.ts';
import { holdsResults, isResult } from '#db/records/files/result-files.ts';
import type { ShownFile } from '#db/records/files/shown-file.ts';
import { errorText } from '#pwa/api/error-text.ts';
import { deleteFile, downloadFile, downloadFiles } from '#pwa/api/files.ts';
import { useCall, useInvalidation } from '#pwa/api/use-call.ts';
import { Button } from '#pwa/ui/button.tsx';
import { ConfirmDialog } from '#pwa/ui/dialog/confirm-dialog.tsx';
import { Notice } from '#pwa/ui/notice.tsx';
import { Section } from '#pwa/ui/page.tsx';
import { Skeleton } from '#pwa/ui/skeleton.tsx';
import { FileList } from './file-list.tsx';
import { type FilesTarget, FileUploader } from './file-uploader.tsx';

/** The files of a record from the server, and this user's unfinished uploads. */
function useFiles({ targetType, targetId }: FilesTarget, uploads: boolean) {
  const invalidate = useInvalidation();
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const message = MESSAGES.resourceNotAccessible;
  const files = useCall(
    listFiles,
    { query: { targetType, targetId, ...(targetType === 'Order' ? { specimens: 'true' } : {}) } },
    { message },
  );
  const unfinished = useCall(
    listUnfinishedUploads,
    { query: { targetType, targetId } },
    { enabled: uploads, message },
  );
  // Results depend on the files of their order and specimens, the approval of an analysis on its validation.
  const reload = () => invalidate([listFiles, listUnfinishedUploads, 'internal/results', 'lab/analysis']);
  const runOperation = async (work: () => Promise<unknown>): Promise<void> => {
    setBusy(true);
    setProblem(null);
    try {
      await work();
      await reload();
    } catch (error) {
      setProblem(errorText(error));
      // Access may have ended, as for recalled results: the page then reloads.
      void reload();
      if (targetType === 'Order') void invalidate(['orders', 'lab/orders']);
    } finally {
      setBusy(false);
    }
  };
  return { files, unfinished, reload, runOperation, busy, problem };
}

/** Asks for the reason of a deletion, and says what remains. */
function DeleteDialog(props: {
  file: ShownFile | null;
  onConfirm(file: ShownFile, reason: string): void;
  onClose(): void;
}) {
  const { file, onConfirm, onClose } = props;
  return (
    <ConfirmDialog
      open={file !== null}
      title={`Delete ${file?.title ?? 'file'}`}
      confirmLabel="Delete file"
      danger
      reasonRequired
      onConfirm={(reason) => {
        if (file) onConfirm(file, reason);
      }}
      onClose={onClose}
    >
      It cannot be brought back. The history keeps its name and your reason.
    </ConfirmDialog>
  );
}

/** The files of a record: list, download, upload, replace and delete. Needs `OnlineQueries` around it. */
export function FilesPanel(props: {
  target: FilesTarget;
  staff: boolean;
  uploads: boolean;
  /** Without a frame, within the activity of the record. */
  bare?: boolean;
}) {
  const { target, staff, uploads, bare = false } = props;
  const { files, unfinished, reload, runOperation, busy, problem } = useFiles(target, uploads);
  const [leaving, setLeaving] = useState<ShownFile | null>(null);
  const [replaced, setReplaced] = useState<ShownFile | null>(null);
  const rows = files.data?.rows ?? [];
  const replaceable = (file: ShownFile): boolean =>
    uploads &&
    staff &&
    file.targetId === target.targetId &&
    holdsResults(file.fileType) &&
    isResult(file.subType) &&
    !file.superseded;
  const changed = (): void => {
    setReplaced(null);
    void reload();
  };
  return (
    <Section
      title="Files"
      bare={bare}
      actions={
        rows.length > 1 && (
          <Button
            icon={Download}
            disabled={busy}
            onClick={() => void runOperation(() => downloadFiles(target.targetType, target.targetId))}
          >
            Download all
          </Button>
        )
      }
    >
      <div className="flex flex-col gap-4">
        {replaced && (
          <Notice
            tone="info"
            title={`The next file takes the place of ${replaced.title}, which stays and is marked.`}
            action={<Button onClick={() => setReplaced(null)}>Do not replace</Button>}
          />
        )}
        {uploads && (
          <FileUploader
            target={target}
            staff={staff}
            replaced={replaced}
            unfinished={unfinished.data?.rows ?? []}
            onChanged={changed}
          />
        )}
        {problem && <Notice tone="danger" title={problem} />}
        {files.isPending ? (
          <Skeleton lines={3} label="Loading files" />
        ) : files.isError ? (
          <Notice
            tone="danger"
            title={errorText(files.error)}
            action={<Button onClick={() => void reload()}>Load again</Button>}
          />
        ) : (
          <FileList
            files={rows}
            staff={staff}
            busy={busy}
            replaceable={replaceable}
            onDownload={(file) => void runOperation(() => downloadFile(file))}
            onReplace={setReplaced}
            onDelete={setLeaving}
          />
        )}
      </div>
      <DeleteDialog
        file={leaving}
        onConfirm={(file, reason) => {
          setLeaving(null);
          if (replaced?.id === file.id) setReplaced(null);
          void runOperation(() => deleteFile(file, reason));
        }}
        onClose={() => setLeaving(null)}
      />
    </Section>
  );
}
