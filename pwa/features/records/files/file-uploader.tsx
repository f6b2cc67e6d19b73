import { Play, Upload as UploadIcon, X } from 'lucide-react';
import { useRef, useState } from 'react';
import { documentRule, fileLimits, partsOf, subTypesFor } from '#db/records/files/document-rules.ts';
import {
  FILE_SUBTYPE_LABEL,
  type FileSubtype,
  type FileTargetType,
  type FileType,
} from '#db/records/files/file-type.ts';
import { isResult } from '#db/records/files/result-files.ts';
import type { ShownFile, UnfinishedFile } from '#db/records/files/shown-file.ts';
import { fileNameEnding } from '#db/values/file-name.ts';
import { errorText } from '#pwa/api/error-text.ts';
import { cancelUpload } from '#pwa/api/send-in-parts.ts';
import { formatFileSize } from '#pwa/format/numbers.ts';
import { Button } from '#pwa/ui/button.tsx';
import { Checkbox } from '#pwa/ui/form/checkbox.tsx';
import { Field } from '#pwa/ui/form/field.tsx';
import { Select } from '#pwa/ui/form/select.tsx';
import { Notice } from '#pwa/ui/notice.tsx';
import { PartUploadRow, usePartUploads } from './part-upload.tsx';

function UnfinishedRow(props: {
  file: UnfinishedFile;
  onResume(file: File, unfinishedFile: UnfinishedFile): void;
  onChanged(): void;
}) {
  const { file: unfinishedFile, onResume, onChanged } = props;
  const chooser = useRef<HTMLInputElement>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const parts = partsOf(unfinishedFile.size, unfinishedFile.partSize);
  const giveUp = () =>
    cancelUpload(unfinishedFile.id).then(onChanged, (error: unknown) => setProblem(errorText(error)));
  return (
    <li className="rounded-md border border-line bg-surface p-3">
      <p className="font-medium text-sm wrap-anywhere">{unfinishedFile.title}</p>
      <p className="text-ink-soft text-sm">
        {unfinishedFile.arrived.length} of {parts} parts uploaded. Choose the same file to continue.
      </p>
      {problem && (
        <p role="alert" data-tone="danger" className="text-sm text-tone-ink">
          {problem}
        </p>
      )}
      <input
        ref={chooser}
        type="file"
        aria-label={`Continue ${unfinishedFile.title}`}
        className="sr-only"
        tabIndex={-1}
        onChange={(event) => {
          const [file] = event.target.files ?? [];
          if (file) onResume(file, unfinishedFile);
          event.target.value = '';
        }}
      />
      <div className="mt-2 flex flex-wrap gap-2">
        <Button icon={Play} onClick={() => chooser.current?.click()}>
          Choose file again
        </Button>
        <Button icon={X} aria-label={`Cancel ${unfinishedFile.title}`} onClick={() => void giveUp()}>
          Cancel
        </Button>
      </div>
    </li>
  );
}

/** Unfinished uploads, perhaps from another page or day. */
function UnfinishedRows(props: {
  files: readonly UnfinishedFile[];
  onResume(file: File, unfinishedFile: UnfinishedFile): void;
  onChanged(): void;
}) {
  if (props.files.length === 0) return null;
  return (
    <ul aria-label="Unfinished uploads" className="flex flex-col gap-2">
      {props.files.map((file) => (
        <UnfinishedRow key={file.id} file={file} onResume={props.onResume} onChanged={props.onChanged} />
      ))}
    </ul>
  );
}

/** The record that receives the files. */
export interface FilesTarget {
  targetType: FileTargetType;
  targetId: string;
  fileType: FileType;
}

// A purchase order is uploaded with the draft, and credentials with the license.
const optionsFor = (fileType: FileType) =>
  subTypesFor(fileType, true)
    .filter((value) => value !== 'PURCHASE_ORDER')
    .map((value) => ({ value, label: FILE_SUBTYPE_LABEL[value] }));

/** Find why a file cannot be uploaded; null when it can. */
function problemOf(file: File, subType: FileSubtype): string | null {
  const { extensions, largest, tooLarge } = fileLimits(subType);
  const name = fileNameEnding(extensions).safeParse(file.name);
  if (!name.success) return name.error.issues[0]?.message ?? 'Choose another file.';
  if (file.size === 0) return 'The file is empty. Choose another one.';
  return file.size > largest ? tooLarge : null;
}

/** Uploads files of a kind in parts, each with pause, resume and cancel; continues unfinished uploads. */
export function FileUploader(props: {
  target: FilesTarget;
  staff: boolean;
  /** The file that receives a corrected version. */
  replaced: ShownFile | null;
  unfinished: readonly UnfinishedFile[];
  onChanged(): void;
}) {
  const { target, staff, replaced, unfinished, onChanged } = props;
  const [selectedSubType, setSelectedSubType] = useState<FileSubtype>(
    () => optionsFor(target.fileType)[0]?.value ?? 'ATTACHMENT',
  );
  const [visibilityChoice, setVisibilityChoice] = useState<{ of: string; visible: boolean } | null>(null);
  const [refusals, setRefusals] = useState<readonly string[]>([]);
  const chooser = useRef<HTMLInputElement>(null);
  const { uploads, start, pause, resume, cancel } = usePartUploads(target, (storedFile, title) => {
    if (storedFile.scanStatus === 'QUARANTINED')
      setRefusals((all) => [
        ...all,
        `${title} is held back: ${storedFile.scanFinding}. Upload a clean copy.`,
      ]);
    onChanged();
  });
  const subType = replaced?.subType ?? selectedSubType;
  const { extensions, largest } = fileLimits(subType);
  // Results are visible to the customer, other files only on request; each kind starts with its default.
  const kind = `${subType} ${replaced?.id ?? ''}`;
  const canChooseVisibility = staff && documentRule(target.fileType)?.customerReaders !== null;
  const isVisible =
    visibilityChoice?.of === kind
      ? visibilityChoice.visible
      : (replaced?.customerVisible ?? isResult(subType));
  const take = (files: readonly File[]): void => {
    const checkedFiles = files.map((file) => ({ file, problem: problemOf(file, subType) }));
    setRefusals(checkedFiles.flatMap(({ file, problem }) => (problem ? [`${file.name}: ${problem}`] : [])));
    for (const { file, problem } of checkedFiles)
      if (!problem)
        start({
          file,
          ...target,
          subType,
          ...(staff ? { customerVisible: canChooseVisibility && isVisible } : {}),
          ...(replaced ? { supersedesId: replaced.id } : {}),
        });
  };
  const sending = new Set(uploads.map(({ unfinishedFile }) => unfinishedFile?.id));
  return (
    <div className="flex flex-col gap-3">
      <div className="flex flex-wrap items-end gap-3">
        {staff && !replaced && (
          <div className="min-w-0 flex-1 basis-48">
            <Field label="File type" required>
              {(control) => (
                <Select
                  {...control}
                  value={selectedSubType}
                  options={optionsFor(target.fileType)}
                  onChange={(value) => value !== '' && setSelectedSubType(value)}
                />
              )}
            </Field>
          </div>
        )}
        <input
          ref={chooser}
          type="file"
          multiple={!replaced}
          accept={extensions.map((ending) => `.${ending}`).join(',')}
          aria-label="Files to upload"
          className="sr-only"
          tabIndex={-1}
          onChange={(event) => {
            take([...(event.target.files ?? [])]);
            event.target.value = '';
          }}
        />
        <Button icon={UploadIcon} onClick={() => chooser.current?.click()}>
          {replaced ? 'Choose corrected file' : 'Upload files'}
        </Button>
      </div>
      {canChooseVisibility && (
        <Checkbox
          label={isResult(subType) ? 'Visible to customer after release' : 'Visible to customer'}
          value={isVisible}
          onChange={(value) => setVisibilityChoice({ of: kind, visible: value })}
        />
      )}
      <p className="text-ink-soft text-sm">
        Up to {formatFileSize(largest)}; {extensions.join(', ')}.
      </p>
      {refusals.map((text) => (
        <Notice key={text} tone="danger" title={text} />
      ))}
      {uploads.length > 0 && (
        <ul aria-label="Files on their way" className="flex flex-col gap-2">
          {uploads.map((upload) => (
            <PartUploadRow
              key={upload.key}
              upload={upload}
              onPause={() => pause(upload.key)}
              onResume={() => resume(upload.key)}
              onCancel={() => void cancel(upload.key).then(onChanged)}
            />
          ))}
        </ul>
      )}
      <UnfinishedRows
        files={unfinished.filter(({ id }) => !sending.has(id))}
        onResume={(file, unfinishedFile) => start({ file, ...target }, unfinishedFile)}
        onChanged={onChanged}
      />
    </div>
  );
}
