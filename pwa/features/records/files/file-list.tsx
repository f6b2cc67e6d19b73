import { Download, FileText, Replace, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { FILE_SUBTYPE_LABEL, type FileSubtype } from '#db/records/files/file-type.ts';
import { isResult } from '#db/records/files/result-files.ts';
import type { ShownFile } from '#db/records/files/shown-file.ts';
import { formatDate } from '#pwa/format/dates.ts';
import { formatFileSize } from '#pwa/format/numbers.ts';
import { ToneBadge } from '#pwa/ui/badge.tsx';
import { EmptyState } from '#pwa/ui/empty-state.tsx';
import { Field } from '#pwa/ui/form/field.tsx';
import { Select } from '#pwa/ui/form/select.tsx';
import { IconButton } from '#pwa/ui/icon-button.tsx';

/** Warnings about a file. */
function Marks({ file, staff }: { file: ShownFile; staff: boolean }) {
  const withdrawn = file.superseded || file.recalled;
  const isAwaitingRelease =
    staff && file.customerVisible && isResult(file.subType) && !file.released && !withdrawn;
  return (
    <>
      {file.superseded && <ToneBadge tone="warning" label="Superseded" />}
      {file.recalled && <ToneBadge tone="danger" label="Recalled, not given to customers" />}
      {file.scanStatus === 'WAITING' && <ToneBadge tone="info" label="Being checked for viruses" />}
      {file.scanStatus === 'QUARANTINED' && (
        <ToneBadge tone="danger" label={`Held back: ${file.scanFinding ?? 'something harmful was found'}`} />
      )}
      {staff && !file.customerVisible && <ToneBadge tone="neutral" label="Lab only" />}
      {isAwaitingRelease && <ToneBadge tone="neutral" label="Visible to customer after release" />}
    </>
  );
}

/** One stored file: its kind, its author, and its actions. */
function FileRow(props: {
  file: ShownFile;
  staff: boolean;
  busy: boolean;
  onDownload(): void;
  /** Uploads a corrected version; null where that is not possible. */
  onReplace: (() => void) | null;
  onDelete(): void;
}) {
  const { file, staff, busy } = props;
  const kind = file.subType ? FILE_SUBTYPE_LABEL[file.subType] : 'Document';
  const facts = [
    file.specimenName && `Specimen ${file.specimenName}`,
    kind,
    formatFileSize(file.size),
    formatDate(file.createdAt, 'shortAtTime'),
    file.uploadedByName,
    staff && `${file.downloadCount} ${file.downloadCount === 1 ? 'download' : 'downloads'}`,
  ];
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-1 py-2">
      <div className="min-w-0 flex-1 basis-52">
        <p className="font-medium wrap-anywhere">{file.title}</p>
        <p className="text-ink-soft text-sm wrap-anywhere">{facts.filter(Boolean).join(' · ')}</p>
        <p className="mt-1 flex flex-wrap gap-1 empty:hidden">
          <Marks file={file} staff={staff} />
        </p>
      </div>
      <div className="ml-auto flex shrink-0">
        <IconButton
          icon={Download}
          label={`Download ${file.title}`}
          disabled={busy || file.scanStatus !== 'CLEAN'}
          onClick={props.onDownload}
        />
        {props.onReplace && (
          <IconButton
            icon={Replace}
            label={`Replace ${file.title}`}
            disabled={busy}
            onClick={props.onReplace}
          />
        )}
        {file.removable && (
          <IconButton icon={Trash2} label={`Delete ${file.title}`} disabled={busy} onClick={props.onDelete} />
        )}
      </div>
    </li>
  );
}

/** The stored files of a record, optionally filtered by kind. */
export function FileList(props: {
  files: readonly ShownFile[];
  staff: boolean;
  busy: boolean;
  replaceable(file: ShownFile): boolean;
  onDownload(file: ShownFile): void;
  onReplace(file: ShownFile): void;
  onDelete(file: ShownFile): void;
}) {
  const { files, staff, busy, replaceable, onDownload, onReplace, onDelete } = props;
  const [requestedKind, setRequestedKind] = useState<FileSubtype | null>(null);
  const kinds = [...new Set(files.flatMap(({ subType }) => (subType ? [subType] : [])))];
  // If the last file of the selected kind was deleted, all files are shown.
  const kind = kinds.find((one) => one === requestedKind) ?? null;
  if (files.length === 0)
    return (
      <EmptyState icon={FileText} title="No files yet">
        {!staff && 'Results are listed here once they are released.'}
      </EmptyState>
    );
  return (
    <div className="flex flex-col gap-2">
      {kinds.length > 1 && (
        <div className="max-w-sm">
          <Field label="Show" filter>
            {(control) => (
              <Select
                {...control}
                value={kind ?? ''}
                placeholder="All kinds"
                options={kinds.map((value) => ({ value, label: FILE_SUBTYPE_LABEL[value] }))}
                onChange={(value) => setRequestedKind(kinds.find((one) => one === value) ?? null)}
              />
            )}
          </Field>
        </div>
      )}
      <ul aria-label="Files" className="divide-y divide-line">
        {files
          .filter(({ subType }) => kind === null || subType === kind)
          .map((file) => (
            <FileRow
              key={file.id}
              file={file}
              staff={staff}
              busy={busy}
              onDownload={() => onDownload(file)}
              onReplace={replaceable(file) ? () => onReplace(file) : null}
              onDelete={() => onDelete(file)}
            />
          ))}
      </ul>
    </div>
  );
}
