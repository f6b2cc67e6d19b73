import { FileText } from 'lucide-react';
import { useState } from 'react';
import type { FileSubtype } from '#db/records/file-subtype.ts';
import { FILE_SUBTYPE_LABEL } from '#db/records/file-subtype-words.ts';
import type { ShownFile } from '#db/records/shown-file.ts';
import { EmptyState } from '#pwa/ui/empty-state.tsx';
import { Field } from '#pwa/ui/form/field.tsx';
import { Select } from '#pwa/ui/form/select.tsx';
import { FileRow } from './file-row.tsx';

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
        {staff
          ? 'Files that are uploaded here are listed.'
          : 'Results are listed here once they are released.'}
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
