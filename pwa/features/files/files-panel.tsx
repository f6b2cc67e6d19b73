import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Download, FileText } from 'lucide-react';
import { useState } from 'react';
import { AppError } from '#db/errors/app-error.ts';
import { MESSAGES } from '#db/errors/messages.ts';
import type { FileSubtype } from '#db/records/file-subtype.ts';
import { FILE_SUBTYPE_LABEL } from '#db/records/file-subtype-words.ts';
import { holdsResults, isResult } from '#db/records/result-files.ts';
import type { ShownFile } from '#db/records/shown-file.ts';
import { deleteFile, downloadFile, fileLinks, filesOf } from '#pwa/api/files.ts';
import { unfinishedUploads } from '#pwa/api/send-in-parts.ts';
import { Button } from '#pwa/ui/button.tsx';
import { ConfirmDialog } from '#pwa/ui/confirm-dialog.tsx';
import { EmptyState } from '#pwa/ui/empty-state.tsx';
import { Field } from '#pwa/ui/form/field.tsx';
import { Select } from '#pwa/ui/form/select.tsx';
import { Notice } from '#pwa/ui/notice.tsx';
import { Section } from '#pwa/ui/page.tsx';
import { Skeleton } from '#pwa/ui/skeleton.tsx';
import { FileRow } from './file-row.tsx';
import { type FilesTarget, FileUploader } from './file-uploader.tsx';

const wordsOf = (error: unknown): string =>
  error instanceof AppError ? error.message : MESSAGES.unknownError;

/** The files of a record, as the server has them, and what this person has begun to add. */
function useFiles({ targetType, targetId }: FilesTarget, uploads: boolean) {
  const queries = useQueryClient();
  const key = ['files', targetType, targetId];
  const specimens = targetType === 'Order';
  const files = useQuery({ queryKey: key, queryFn: () => filesOf(targetType, targetId, { specimens }) });
  const unfinished = useQuery({
    queryKey: [...key, 'unfinished'],
    queryFn: () => unfinishedUploads(targetType, targetId),
    enabled: uploads,
  });
  return { files, unfinished, again: () => queries.invalidateQueries({ queryKey: key }) };
}

/** Downloads all that may be had, one after another, under their own names. */
async function downloadAll({ targetType, targetId }: FilesTarget): Promise<void> {
  for (const { url, title } of await fileLinks(targetType, targetId, targetType === 'Order')) {
    const link = document.createElement('a');
    link.href = url;
    link.download = title;
    link.click();
  }
}

/** The files of a record: listed by kind, downloaded, added, replaced and deleted. Stands in `OnlineQueries`. */
export function FilesPanel(props: { target: FilesTarget; staff: boolean; uploads: boolean }) {
  const { target, staff, uploads } = props;
  const { files, unfinished, again } = useFiles(target, uploads);
  const [kind, setKind] = useState<FileSubtype | ''>('');
  const [problem, setProblem] = useState<string | null>(null);
  const [leaving, setLeaving] = useState<ShownFile | null>(null);
  const [replaced, setReplaced] = useState<ShownFile | null>(null);
  const [busy, setBusy] = useState(false);
  const act = async (what: () => Promise<unknown>): Promise<void> => {
    setBusy(true);
    setProblem(null);
    try {
      await what();
      await again();
    } catch (error) {
      setProblem(wordsOf(error));
    } finally {
      setBusy(false);
    }
  };
  const rows = files.data ?? [];
  const kinds = [...new Set(rows.flatMap(({ subType }) => (subType ? [subType] : [])))];
  const shown = kind === '' ? rows : rows.filter(({ subType }) => subType === kind);
  const replaceable = (file: ShownFile): boolean =>
    uploads &&
    staff &&
    file.targetId === target.targetId &&
    holdsResults(file.fileType) &&
    isResult(file.subType) &&
    !file.superseded;
  return (
    <Section
      title="Files"
      actions={
        rows.length > 1 && (
          <Button icon={Download} disabled={busy} onClick={() => void act(() => downloadAll(target))}>
            Download all
          </Button>
        )
      }
    >
      {uploads && (
        <FileUploader
          target={target}
          staff={staff}
          replaced={replaced}
          unfinished={unfinished.data ?? []}
          onChanged={() => {
            setReplaced(null);
            void again();
          }}
        />
      )}
      {replaced && (
        <Notice
          tone="info"
          title={`The next file takes the place of ${replaced.title}, which stays and is marked.`}
          action={<Button onClick={() => setReplaced(null)}>Do not replace</Button>}
        />
      )}
      {problem && <Notice tone="danger" title={problem} />}
      {kinds.length > 1 && (
        <Field label="Show" filter>
          {(control) => (
            <Select
              {...control}
              value={kind}
              placeholder="All kinds"
              options={kinds.map((value) => ({ value, label: FILE_SUBTYPE_LABEL[value] }))}
              onChange={(value) => setKind(kinds.find((one) => one === value) ?? '')}
            />
          )}
        </Field>
      )}
      {files.isPending ? (
        <Skeleton lines={3} label="Loading files" />
      ) : files.isError ? (
        <Notice
          tone="danger"
          title={wordsOf(files.error)}
          action={<Button onClick={() => void again()}>Load again</Button>}
        />
      ) : shown.length === 0 ? (
        <EmptyState icon={FileText} title="No files yet">
          {staff ? 'What is uploaded here is listed.' : 'Results are listed here once they are released.'}
        </EmptyState>
      ) : (
        <ul aria-label="Files" className="divide-y divide-line">
          {shown.map((file) => (
            <FileRow
              key={file.id}
              file={file}
              staff={staff}
              busy={busy}
              onDownload={() => void act(() => downloadFile(file))}
              onReplace={replaceable(file) ? () => setReplaced(file) : null}
              onDelete={() => setLeaving(file)}
            />
          ))}
        </ul>
      )}
      <ConfirmDialog
        open={leaving !== null}
        title={`Delete ${leaving?.title ?? 'file'}`}
        confirmLabel="Delete file"
        danger
        reasonRequired
        onConfirm={(reason) => {
          const file = leaving;
          setLeaving(null);
          if (file) void act(() => deleteFile(file, reason));
        }}
        onClose={() => setLeaving(null)}
      >
        It cannot be brought back. The history keeps its name and your reason.
      </ConfirmDialog>
    </Section>
  );
}
