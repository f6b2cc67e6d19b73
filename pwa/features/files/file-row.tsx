import { Download, Replace, Trash2 } from 'lucide-react';
import { FILE_SUBTYPE_LABEL } from '#db/records/file-subtype-words.ts';
import { isResult } from '#db/records/result-files.ts';
import type { ShownFile } from '#db/records/shown-file.ts';
import { formatDate } from '#pwa/format/dates.ts';
import { formatFileSize } from '#pwa/format/sizes.ts';
import { IconButton } from '#pwa/ui/icon-button.tsx';
import { ToneBadge } from '#pwa/ui/tone-badge.tsx';

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
      {staff && !file.customerVisible && <ToneBadge tone="neutral" label="Inside the lab" />}
      {isAwaitingRelease && <ToneBadge tone="neutral" label="Shown to the customer after release" />}
    </>
  );
}

/** One stored file: its kind, its author, and its actions. */
export function FileRow(props: {
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
