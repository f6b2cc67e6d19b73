import { BadgeCheck, GitBranchPlus, Pencil, Send, Undo2 } from 'lucide-react';
import { useState } from 'react';
import { ulid } from 'ulid';
import { hasCapability } from '#db/access/capabilities.ts';
import { may } from '#db/access/grants.ts';
import { approveAnalysis, changeAnalysis, startAnalysisVersion } from '#db/api/sequencing/analyses.ts';
import { settingsOf } from '#db/sequencing/analyses/analysis-content.ts';
import type { ShownAnalysis } from '#db/sequencing/analyses/shown-analysis.ts';
import { errorText } from '#pwa/api/error-text.ts';
import { useCallMutation } from '#pwa/api/use-call.ts';
import { ApproveDialog } from '#pwa/features/protocols/versions/approve-dialog.tsx';
import { VersionDialogs } from '#pwa/features/protocols/versions/version-dialogs.tsx';
import { useSession } from '#pwa/replica/session/session.ts';
import { Button } from '#pwa/ui/button.tsx';
import { ConfirmDialog } from '#pwa/ui/dialog/confirm-dialog.tsx';
import { toast } from '#pwa/ui/dialog/toast.tsx';
import { EditAnalysisDialog } from './analysis-form.tsx';

/** What this person may do with a version now. */
export function useAnalysisRights({ analysis, versions, protocols, runs }: ShownAnalysis) {
  const user = useSession().session?.user;
  const { status, research, authorIds } = analysis;
  const kind = research ? 'createResearchProcedures' : 'writeRoutineProcedures';
  const writes =
    user !== undefined && may(user.role, 'lab/analysis:update') && hasCapability(user.role, kind);
  const approves = user !== undefined && hasCapability(user.role, 'approveAnalyses');
  const isUsed = protocols.length + runs.length > 0;
  return {
    edits: writes && status === 'DRAFT',
    uploads: writes && status !== 'LIVE',
    approves: approves && status === 'PENDING' && !authorIds.includes(user.id),
    /** Would approve this version, but wrote it. */
    abstains: approves && status === 'PENDING' && authorIds.includes(user.id),
    returns: approves && (status === 'PENDING' || (status === 'LIVE' && !isUsed)),
    starts: writes && status === 'LIVE' && versions.every((version) => version.status === 'LIVE'),
  };
}

type OpenDialog = 'edit' | 'submit' | 'approve' | 'return';

/** The actions on a version, as far as this person may take them now. */
export function AnalysisActions({ shown, onOpen }: { shown: ShownAnalysis; onOpen(id: string): void }) {
  const { analysis, contentHash, validationFiles } = shown;
  const rights = useAnalysisRights(shown);
  const [open, setOpen] = useState<OpenDialog | null>(null);
  const change = useCallMutation(changeAnalysis);
  const start = useCallMutation(startAnalysisVersion);
  const approve = useCallMutation(approveAnalysis);
  const close = (): void => setOpen(null);
  const name = `${analysis.code}, version ${analysis.analysisVersion}`;
  const run = (operation: string, args: Record<string, unknown>, message: string): Promise<unknown> =>
    change
      .mutateAsync({ body: { operation, args: { analysisId: analysis.id, ...args } } })
      .then(() => toast.success(message));
  const startNext = (): void => {
    const analysisId = ulid();
    start.mutate(
      { body: { analysisId, sourceId: analysis.id } },
      { onSuccess: () => onOpen(analysisId), onError: (error) => toast.error(errorText(error)) },
    );
  };
  return (
    <>
      {rights.edits && (
        <>
          <Button icon={Pencil} onClick={() => setOpen('edit')}>
            Edit
          </Button>
          <Button variant="primary" icon={Send} onClick={() => setOpen('submit')}>
            Submit for validation
          </Button>
        </>
      )}
      {rights.returns && (
        <Button icon={Undo2} onClick={() => setOpen('return')}>
          Return
        </Button>
      )}
      {rights.approves && validationFiles > 0 && (
        <Button variant="primary" icon={BadgeCheck} onClick={() => setOpen('approve')}>
          Approve
        </Button>
      )}
      {rights.starts && (
        <Button icon={GitBranchPlus} busy={start.isPending} onClick={startNext}>
          New version
        </Button>
      )}
      {open === 'edit' && (
        <EditAnalysisDialog
          title={`Edit ${name}`}
          settings={settingsOf(analysis)}
          onSave={(settings) =>
            run('save-analysis', { seenVersion: analysis.version, settings }, 'Draft saved')
          }
          onClose={close}
        />
      )}
      {open === 'approve' && (
        <ApproveDialog
          title={`Approve ${name}`}
          dated={false}
          pending={approve.isPending}
          error={approve.error}
          onClose={close}
          onSign={({ pin }) =>
            approve.mutate(
              { body: { analysisId: analysis.id, contentHash, pin } },
              {
                onSuccess: () => {
                  toast.success(`Version ${analysis.analysisVersion} is live`);
                  close();
                },
              },
            )
          }
        >
          <p>From now on it is used wherever an earlier version was.</p>
        </ApproveDialog>
      )}
      <VersionDialogs
        open={open === 'submit' ? 'submit' : null}
        versionNumber={analysis.analysisVersion}
        changeSummary={analysis.changeSummary}
        onSubmit={(changeSummary) => run('submit-analysis', { changeSummary }, 'Submitted for validation')}
        onReject={close}
        onClose={close}
      />
      <ConfirmDialog
        open={open === 'return'}
        title={`Return ${name}?`}
        confirmLabel="Return version"
        danger
        reasonRequired
        busy={change.isPending}
        onClose={close}
        onConfirm={(reason) => {
          run('return-analysis', { reason }, 'Version returned')
            .then(close)
            .catch((error: unknown) => toast.error(errorText(error)));
        }}
      >
        <p>It becomes a draft again. The authors read your reason.</p>
      </ConfirmDialog>
    </>
  );
}
