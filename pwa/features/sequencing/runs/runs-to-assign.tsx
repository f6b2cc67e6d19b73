import { FolderX } from 'lucide-react';
import { useState } from 'react';
import { z } from 'zod';
import { may } from '#db/access/grants.ts';
import { closeRunFolder, listRunFolders } from '#db/api/sequencing/run-folders.ts';
import { FOLDER_STATUS_DISPLAY, type RunFolder } from '#db/sequencing/runs/run-folder.ts';
import { describeField } from '#db/values/field-types.ts';
import { Reason } from '#db/values/reason.ts';
import { useCall, useCallMutation } from '#pwa/api/use-call.ts';
import { countOf, formatFileSize } from '#pwa/format/numbers.ts';
import { useSession } from '#pwa/replica/session/session.ts';
import { StatusBadge } from '#pwa/ui/badge.tsx';
import { Button } from '#pwa/ui/button.tsx';
import { Dialog } from '#pwa/ui/dialog/dialog.tsx';
import { FormDialog } from '#pwa/ui/form/form.tsx';
import { fieldOf } from '#pwa/ui/form/schema-field.tsx';
import { Section } from '#pwa/ui/page.tsx';
import { Progress } from '#pwa/ui/progress.tsx';
import { RunProposalCard } from './run-proposal-card.tsx';

const CloseForm = z.strictObject({ reason: describeField(Reason, { label: 'Reason', input: 'area' }) });
const CloseField = fieldOf<typeof CloseForm>();
const REFETCH_MS = 15_000;

function CloseFolderDialog({ folder, onClose }: { folder: RunFolder; onClose(): void }) {
  const close = useCallMutation(closeRunFolder, { invalidates: [listRunFolders] });
  return (
    <FormDialog
      title={folder.status === 'READING' ? 'Cancel the import' : 'Close the folder'}
      submitLabel={folder.status === 'READING' ? 'Cancel import' : 'Close folder'}
      schema={CloseForm}
      defaults={{ reason: '' }}
      onSubmit={async ({ reason }) => {
        await close.mutateAsync({ params: { id: folder.id }, body: { reason } });
        onClose();
      }}
      onClose={onClose}
    >
      <p className="wrap-anywhere">
        <span className="code">{folder.path}</span> is not imported. It is listed again when its files change.
      </p>
      <CloseField name="reason" />
    </FormDialog>
  );
}

interface FolderActions {
  onAssign(folder: RunFolder): void;
  onCloseFolder(folder: RunFolder): void;
}

function FolderItem({
  folder,
  actions,
}: {
  folder: RunFolder;
  /** Null for people who may not import. */
  actions: FolderActions | null;
}) {
  const { path, status, reason, runs, bytesDone, bytesTotal } = folder;
  return (
    <li className="flex min-w-0 flex-col gap-2 border-line border-b py-3 last:border-0">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <span className="code min-w-0 wrap-anywhere">{path}</span>
        <StatusBadge display={FOLDER_STATUS_DISPLAY[status]} />
      </div>
      {reason && <p className="wrap-anywhere">{reason}</p>}
      {status === 'READING' && (
        <Progress
          label={`Reading ${path}`}
          done={bytesDone}
          total={bytesTotal === 0 ? null : bytesTotal}
          format={formatFileSize}
        />
      )}
      {actions && (
        <div className="flex flex-wrap gap-2">
          {runs.length > 0 && (
            <Button variant="primary" onClick={() => actions.onAssign(folder)}>
              Choose batch
            </Button>
          )}
          <Button icon={FolderX} onClick={() => actions.onCloseFolder(folder)}>
            {status === 'READING' || status === 'QUEUED' ? 'Cancel import' : 'Close folder'}
          </Button>
        </div>
      )}
    </li>
  );
}

/** The run folders of the server that are being read, wait for a batch, or cannot be read; nothing without any. */
export function RunsToAssign() {
  const role = useSession().session?.user.role;
  const { data } = useCall(listRunFolders, {}, { refetchInterval: REFETCH_MS });
  const [open, setOpen] = useState<{ kind: 'assign' | 'close'; folder: RunFolder } | null>(null);
  // A dialog stays open after its folder is done, with what became of it.
  if (!data || (data.folders.length === 0 && open === null)) return null;
  const mayImport = role !== undefined && may(role, 'internal/results:create');
  const close = (): void => setOpen(null);
  const actions: FolderActions = {
    onAssign: (folder) => setOpen({ kind: 'assign', folder }),
    onCloseFolder: (folder) => setOpen({ kind: 'close', folder }),
  };
  return (
    <Section title="To assign">
      <p className="text-ink-soft">{`${countOf(data.folders.length, 'run folder')} of the server.`}</p>
      <ul aria-label="Run folders to assign">
        {data.folders.map((folder) => (
          <FolderItem key={folder.id} folder={folder} actions={mayImport ? actions : null} />
        ))}
      </ul>
      {open?.kind === 'close' && <CloseFolderDialog folder={open.folder} onClose={close} />}
      {open?.kind === 'assign' && (
        <Dialog
          open
          size="wide"
          title="Choose the batch"
          onClose={close}
          actions={<Button onClick={close}>Close</Button>}
        >
          <div className="flex flex-col gap-4">
            {open.folder.runs.map(({ run, notes, reason }) => (
              <RunProposalCard key={run.minknowRunId} run={run} notes={[reason, ...notes]} />
            ))}
          </div>
        </Dialog>
      )}
    </Section>
  );
}
