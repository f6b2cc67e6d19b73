import { Play, X } from 'lucide-react';
import { useRef, useState } from 'react';
import { AppError } from '#db/errors/app-error.ts';
import { MESSAGES } from '#db/errors/messages.ts';
import { partsOf } from '#db/records/file-limits.ts';
import type { UnfinishedFile } from '#db/records/shown-file.ts';
import { cancelUpload } from '#pwa/api/send-in-parts.ts';
import { Button } from '#pwa/ui/button.tsx';

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
    cancelUpload(unfinishedFile.id).then(onChanged, (error: unknown) =>
      setProblem(error instanceof AppError ? error.message : MESSAGES.unknownError),
    );
  return (
    <li className="rounded-md border border-line bg-surface p-3">
      <p className="font-medium text-sm wrap-anywhere">{unfinishedFile.title}</p>
      <p className="text-ink-soft text-sm">
        {unfinishedFile.arrived.length} of {parts} parts have arrived. Choose the same file to go on.
      </p>
      {problem && (
        <p role="alert" data-tone="danger" className="text-sm text-tone-ink">
          {problem}
        </p>
      )}
      <input
        ref={chooser}
        type="file"
        aria-label={`Go on with ${unfinishedFile.title}`}
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
export function UnfinishedRows(props: {
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
