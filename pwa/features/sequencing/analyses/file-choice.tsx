import { FILE_SUBTYPE_LABEL } from '#db/records/files/file-type.ts';
import type { AnalysisFile } from '#db/sequencing/analysis-runs/analysis-files.ts';
import { formatFileSize } from '#pwa/format/numbers.ts';
import { Checkbox } from '#pwa/ui/form/checkbox.tsx';

/** Chooses the result files of an analysis; renders nothing where the specimen and its order have none. */
export function FileChoice({
  files,
  fileIds,
  onChange,
}: {
  files: readonly AnalysisFile[];
  fileIds: readonly string[];
  onChange(fileIds: readonly string[]): void;
}) {
  if (files.length === 0) return null;
  return (
    <fieldset>
      <legend className="font-medium">Result files</legend>
      <ul className="max-h-64 overflow-y-auto">
        {files.map(({ id, title, subType, size }) => (
          <li key={id}>
            <Checkbox
              value={fileIds.includes(id)}
              onChange={(checked) =>
                onChange(checked ? [...fileIds, id] : fileIds.filter((other) => other !== id))
              }
              label={
                <>
                  <span className="block wrap-anywhere">{title}</span>
                  <span className="block text-ink-soft text-sm">
                    {[subType && FILE_SUBTYPE_LABEL[subType], formatFileSize(size)]
                      .filter(Boolean)
                      .join(' · ')}
                  </span>
                </>
              }
            />
          </li>
        ))}
      </ul>
    </fieldset>
  );
}
