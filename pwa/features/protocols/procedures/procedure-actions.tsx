import { Archive, Download, Printer, Undo2, Upload } from 'lucide-react';
import { type ChangeEvent, useRef, useState } from 'react';
import { ulid } from 'ulid';
import { readProcedureRecord, saveProcedureFile } from '#db/api/protocols/procedure-files.ts';
import {
  changeProcedure,
  rejectProcedure,
  startProcedureVersion,
} from '#db/api/protocols/procedure-versions.ts';
import type { ShownProcedure } from '#db/protocols/procedures/shown-procedure.ts';
import { callUrl } from '#pwa/api/call.ts';
import { errorText } from '#pwa/api/error-text.ts';
import { useCallMutation } from '#pwa/api/use-call.ts';
import { loadProcedureFile } from '#pwa/app/procedure-files.ts';
import { VersionButtons } from '#pwa/features/protocols/versions/version-buttons.tsx';
import { type VersionDialog, VersionDialogs } from '#pwa/features/protocols/versions/version-dialogs.tsx';
import { useProcedureRights } from '#pwa/features/protocols/versions/version-status.ts';
import { DetailMenu } from '#pwa/ui/detail-header.tsx';
import { toast } from '#pwa/ui/dialog/toast.tsx';
import { readProcedureFile, storePictures, writeProcedureFile } from './procedure-file.ts';
import { SignOffDialog } from './sign-off-dialog.tsx';
import { usePrintSop } from './use-print-sop.tsx';

function download({ procedure }: ShownProcedure, text: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([text], { type: 'application/json' }));
  link.download = `${procedure.code}-v${procedure.procedureVersion}.json`;
  link.click();
  URL.revokeObjectURL(link.href);
}

/** Run the changes of a version; a refusal is shown as a toast. */
function useChanges({ procedure }: ShownProcedure, onOpen: (id: string) => void) {
  const change = useCallMutation(changeProcedure);
  const reject = useCallMutation(rejectProcedure, { invalidates: ['lab/procedures'] });
  const start = useCallMutation(startProcedureVersion);
  const showProblem = (error: unknown): void => toast.error(errorText(error));
  const { id: procedureId } = procedure;
  return {
    change: (operation: string, args: Record<string, unknown>, done: string) =>
      change
        .mutateAsync({ body: { operation, args: { procedureId, ...args } } })
        .then(() => toast.success(done)),
    tryChange: (operation: string, args: Record<string, unknown>, done: string) =>
      change.mutate(
        { body: { operation, args: { procedureId, ...args } } },
        { onSuccess: () => toast.success(done), onError: showProblem },
      ),
    reject: (reason: string) =>
      reject.mutate(
        { body: { procedureId, reason } },
        { onSuccess: () => toast.success('Version rejected'), onError: showProblem },
      ),
    start: (research: boolean) => {
      const nextId = ulid();
      start.mutate(
        { body: { procedureId: nextId, sourceId: procedureId, research } },
        { onSuccess: () => onOpen(nextId), onError: showProblem },
      );
    },
  };
}

/** The next action of a version, and the menu of the others. */
export function ProcedureActions({
  shown,
  onOpen,
  onEdit,
}: {
  shown: ShownProcedure;
  onOpen(procedureId: string): void;
  /** Opens the designer. */
  onEdit(): void;
}) {
  const { procedure, draft } = shown;
  const rights = useProcedureRights(shown);
  const changes = useChanges(shown, onOpen);
  const [open, setOpen] = useState<VersionDialog | 'sign-off' | null>(null);
  const save = useCallMutation(saveProcedureFile);
  const sop = usePrintSop(shown);
  const fileInput = useRef<HTMLInputElement>(null);
  const close = (): void => setOpen(null);
  const importFile = async ({ target }: ChangeEvent<HTMLInputElement>): Promise<void> => {
    const [file] = target.files ?? [];
    target.value = '';
    if (!file) return;
    const { content, problem } = readProcedureFile(await file.text(), procedure.batchType);
    if (problem !== null) return void toast.error(problem);
    try {
      const { sections, missing } = await storePictures(content, (body, title) =>
        save.mutateAsync({ query: { kind: 'PICTURE', title: title.slice(0, 255) }, body }),
      );
      const args = { seenVersion: draft?.version, settings: content.settings, sections };
      await changes.change('save-procedure-draft', args, 'File imported');
      if (missing.length > 0)
        toast.error(`Not in the file: ${missing.join(', ')}. Choose these pictures again.`);
    } catch (error) {
      toast.error(errorText(error));
    }
  };
  const exportFile = (): void =>
    void writeProcedureFile(shown, loadProcedureFile).then(
      (text) => download(shown, text),
      (error: unknown) => toast.error(errorText(error)),
    );
  return (
    <>
      <VersionButtons
        rights={rights}
        recordUrl={callUrl(readProcedureRecord, { params: { id: procedure.id } })}
        onEdit={onEdit}
        onSubmit={() => setOpen('submit')}
        onReject={() => setOpen('reject')}
        onApprove={() => setOpen('sign-off')}
        onStart={changes.start}
      />
      <input
        ref={fileInput}
        type="file"
        accept="application/json,.json"
        aria-label="Procedure file"
        className="sr-only"
        tabIndex={-1}
        onChange={(event) => void importFile(event)}
      />
      <DetailMenu
        actions={[
          ...(rights.withdraws
            ? [
                {
                  label: 'Withdraw',
                  icon: Undo2,
                  onSelect: () => changes.tryChange('withdraw-procedure', {}, 'Version withdrawn'),
                },
              ]
            : []),
          ...(rights.edits
            ? [{ label: 'Import from file', icon: Upload, onSelect: () => fileInput.current?.click() }]
            : []),
          { label: 'Print as SOP', icon: Printer, onSelect: sop.print },
          {
            label: 'Export to file',
            icon: Download,
            onSelect: exportFile,
          },
          ...(rights.archives
            ? [{ label: 'Archive', icon: Archive, danger: true, onSelect: () => setOpen('archive') }]
            : []),
        ]}
      />
      {sop.printed}
      {open === 'sign-off' && <SignOffDialog shown={shown} onClose={close} />}
      <VersionDialogs
        open={open === 'sign-off' ? null : open}
        versionNumber={procedure.procedureVersion}
        changeSummary={procedure.changeSummary}
        archiveText="No new batch can use an archived version. Running batches finish with it."
        onSubmit={(changeSummary) =>
          changes.change('submit-procedure', { changeSummary }, 'Submitted for approval')
        }
        onReject={changes.reject}
        onArchive={(reason) => changes.tryChange('archive-procedure', { reason }, 'Version archived')}
        onClose={close}
      />
    </>
  );
}
