import { Upload as UploadIcon } from 'lucide-react';
import { type DragEvent, useId, useRef, useState } from 'react';
import { fileNameEnding } from '#db/values/file-name.ts';
import { formatFileSize } from '#pwa/format/numbers.ts';
import { Button } from '#pwa/ui/button.tsx';
import { classNames } from '#pwa/ui/class-names.ts';
import { type SendFile, type StoredFile, StoredFileRow, UploadRow, useUploads } from './upload-row.tsx';

export interface FileUploadProps<F extends StoredFile> {
  /** The purpose of the file, for example `Purchase order`. */
  label: string;
  hint?: string;
  /** Accepted file extensions, without the dot. */
  extensions: readonly string[];
  /** Maximum bytes of one file. */
  largest: number;
  /** The stored files; the owner of the list adds to it when `send` has ended. */
  files: readonly F[];
  /** One file by default; a new one then replaces it. */
  multiple?: boolean;
  disabled?: boolean;
  send: SendFile;
  onOpen?: (file: F) => Promise<unknown>;
  onRemove?: (file: F) => Promise<unknown>;
}

/** Why a file is rejected before the upload; null when it is accepted. */
function problemOf(file: File, extensions: readonly string[], largest: number): string | null {
  const name = fileNameEnding(extensions).safeParse(file.name);
  if (!name.success) return name.error.issues[0]?.message ?? 'Choose another file.';
  if (file.size === 0) return 'The file is empty. Choose another one.';
  if (file.size > largest)
    return `The file is ${formatFileSize(file.size)}; ${formatFileSize(largest)} is the most.`;
  return null;
}

const holdsFiles = (event: DragEvent): boolean => [...event.dataTransfer.types].includes('Files');

/** A file picker and drop zone that shows upload progress and lists the stored files. */
export function FileUpload<F extends StoredFile>(props: FileUploadProps<F>) {
  const { label, hint, extensions, largest, files, multiple = false, disabled = false } = props;
  const { uploads, start, retry, cancel } = useUploads(props.send);
  const [refusedTexts, setRefused] = useState<readonly string[]>([]);
  const [over, setOver] = useState(false);
  const chooser = useRef<HTMLInputElement>(null);
  const hintId = useId();
  const busy = !multiple && uploads.some(({ error }) => error === null);
  const closed = disabled || busy;

  const take = (selectedFiles: readonly File[]): void => {
    const acceptedFiles = multiple ? selectedFiles : selectedFiles.slice(0, 1);
    if (!multiple) uploads.forEach(cancel);
    const problems = acceptedFiles.map((file) => ({ file, problem: problemOf(file, extensions, largest) }));
    setRefused(problems.flatMap(({ file, problem }) => (problem ? `${file.name}: ${problem}` : [])));
    for (const { file, problem } of problems) if (!problem) start(file);
  };
  const drop = (event: DragEvent): void => {
    if (!holdsFiles(event)) return;
    event.preventDefault();
    setOver(false);
    if (!closed) take([...event.dataTransfer.files]);
  };
  const buttonLabel =
    files.length > 0 && !multiple ? 'Replace file' : multiple ? 'Choose files' : 'Choose file';
  return (
    <fieldset className="min-w-0">
      <legend className="mb-1 font-medium">{label}</legend>
      <section
        aria-label={`${label}: drop files here`}
        onDragOver={(event) => {
          if (!holdsFiles(event)) return;
          event.preventDefault();
          setOver(!closed);
        }}
        onDragLeave={() => setOver(false)}
        onDrop={drop}
        className={classNames(
          'rounded-lg border border-dashed p-3',
          over ? 'border-accent bg-accent-soft' : 'border-line-strong',
        )}
      >
        <input
          ref={chooser}
          type="file"
          multiple={multiple}
          disabled={closed}
          accept={extensions.map((ending) => `.${ending}`).join(',')}
          aria-label={label}
          aria-describedby={hintId}
          className="sr-only"
          tabIndex={-1}
          onChange={(event) => {
            take([...(event.target.files ?? [])]);
            event.target.value = '';
          }}
        />
        <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
          <Button icon={UploadIcon} disabled={closed} onClick={() => chooser.current?.click()}>
            {buttonLabel}
          </Button>
          <p id={hintId} className="min-w-0 flex-1 basis-48 text-ink-soft text-sm">
            {hint ?? 'Or drop it here.'} Up to {formatFileSize(largest)}; {extensions.join(', ')}.
          </p>
        </div>
        {refusedTexts.map((text) => (
          <p key={text} role="alert" data-tone="danger" className="mt-2 text-sm text-tone-ink wrap-anywhere">
            {text}
          </p>
        ))}
        {uploads.length + files.length > 0 && (
          <ul aria-label={`${label}: files`} className="mt-3 flex flex-col gap-2">
            {files.map((file) => (
              <StoredFileRow key={file.id} file={file} onOpen={props.onOpen} onRemove={props.onRemove} />
            ))}
            {uploads.map((upload) => (
              <UploadRow
                key={upload.key}
                upload={upload}
                onCancel={() => cancel(upload)}
                onRetry={() => retry(upload)}
              />
            ))}
          </ul>
        )}
      </section>
    </fieldset>
  );
}
