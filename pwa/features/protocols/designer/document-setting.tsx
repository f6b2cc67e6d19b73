import { FileText, FileUp, Trash2 } from 'lucide-react';
import { useRef, useState } from 'react';
import { saveProcedureFile } from '#db/api/protocols/procedure-files.ts';
import { MESSAGES } from '#db/errors/messages.ts';
import type { StoredProcedureFile } from '#db/protocols/procedures/procedure-file.ts';
import { errorText } from '#pwa/api/error-text.ts';
import { useCallMutation } from '#pwa/api/use-call.ts';
import { openProcedureFile } from '#pwa/app/procedure-files.ts';
import { Button } from '#pwa/ui/button.tsx';
import { toast } from '#pwa/ui/dialog/toast.tsx';

interface DocumentSettingProps {
  fileId: string | null;
  /** The SOP file that the server has. */
  saved: StoredProcedureFile | null;
  onChange(fileId: string | null): void;
}

/** The SOP file of a draft: upload, open, replace, remove. */
export function DocumentSetting({ fileId, saved, onChange }: DocumentSettingProps) {
  const chooser = useRef<HTMLInputElement>(null);
  const [uploaded, setUploaded] = useState<StoredProcedureFile | null>(null);
  const save = useCallMutation(saveProcedureFile, { message: MESSAGES.fileNotUploaded });
  const document = [uploaded, saved].find((file) => file?.fileId === fileId);
  const upload = async (file: File): Promise<void> => {
    try {
      const query = { kind: 'SOP' as const, title: file.name.slice(0, 255) };
      const answer = await save.mutateAsync({ query, body: new Blob([file], { type: 'application/pdf' }) });
      setUploaded(answer);
      onChange(answer.fileId);
    } catch (error) {
      toast.error(errorText(error));
    }
  };
  return (
    <fieldset>
      <legend className="mb-1 font-medium text-sm">SOP file</legend>
      {fileId !== null && <p className="wrap-anywhere mb-2">{document?.title ?? 'SOP file'}</p>}
      <input
        ref={chooser}
        type="file"
        accept="application/pdf,.pdf"
        aria-label="SOP file"
        className="sr-only"
        tabIndex={-1}
        onChange={({ target }) => {
          const [file] = target.files ?? [];
          target.value = '';
          if (file) void upload(file);
        }}
      />
      <div className="flex flex-wrap gap-2">
        <Button icon={FileUp} busy={save.isPending} onClick={() => chooser.current?.click()}>
          {fileId === null ? 'Upload PDF' : 'Replace PDF'}
        </Button>
        {fileId !== null && (
          <>
            <Button
              icon={FileText}
              onClick={() =>
                void openProcedureFile(fileId).catch((error: unknown) => toast.error(errorText(error)))
              }
            >
              Open SOP
            </Button>
            <Button icon={Trash2} onClick={() => onChange(null)}>
              Remove PDF
            </Button>
          </>
        )}
      </div>
    </fieldset>
  );
}
