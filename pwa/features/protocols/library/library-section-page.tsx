import { useNavigate } from '@tanstack/react-router';
import { Library, Save, Trash2 } from 'lucide-react';
import { useMemo, useState } from 'react';
import { may } from '#db/access/grants.ts';
import { labOf } from '#db/access/session.ts';
import { readLibrary, removeLibrarySection } from '#db/api/protocols/library-sections.ts';
import { completeRow } from '#db/complete-row.ts';
import type { LibrarySection } from '#db/protocols/library/library-content.ts';
import { type Procedure, procedure } from '#db/protocols/procedure.ts';
import { checkProcedure } from '#db/protocols/procedures/check-procedure.ts';
import type { DraftSection } from '#db/protocols/procedures/procedure-content.ts';
import type { BusinessEntity } from '#db/values/business-entity.ts';
import { errorText } from '#pwa/api/error-text.ts';
import { useCall, useCallMutation } from '#pwa/api/use-call.ts';
import { useDirty } from '#pwa/app/dirty.ts';
import { DraftConflicts } from '#pwa/features/protocols/designer/draft-conflicts.tsx';
import { ColleagueNotice } from '#pwa/features/protocols/designer/draft-notices.tsx';
import { newSection } from '#pwa/features/protocols/designer/new-items.ts';
import { useEditorState } from '#pwa/features/protocols/designer/use-draft-editor.ts';
import { DesignerWorkspace } from '#pwa/features/protocols/designer/workspace.tsx';
import { LeaveGuard } from '#pwa/navigation/leave-guard.tsx';
import { useSession } from '#pwa/replica/session/session.ts';
import { ToneBadge } from '#pwa/ui/badge.tsx';
import { Button } from '#pwa/ui/button.tsx';
import { DetailMenu } from '#pwa/ui/detail-header.tsx';
import { ConfirmDialog } from '#pwa/ui/dialog/confirm-dialog.tsx';
import { toast } from '#pwa/ui/dialog/toast.tsx';
import { EmptyState } from '#pwa/ui/empty-state.tsx';
import { Notice } from '#pwa/ui/notice.tsx';
import { Page } from '#pwa/ui/page.tsx';
import { Skeleton } from '#pwa/ui/skeleton.tsx';
import { useLibraryEditor } from './use-library-editor.ts';

/** How often the page asks whether somebody else saved the section. */
const READ_INTERVAL_MS = 10_000;
const BREADCRUMBS = [{ label: 'Sections', to: '/lab/sections' }] as const;

/** A procedure without controls, in which a library section is previewed. */
const previewProcedure = (entity: BusinessEntity): Procedure =>
  completeRow(
    procedure,
    {
      id: 'preview',
      name: 'Preview',
      code: 'PREVIEW',
      procedureVersion: 1,
      batchType: 'EXTRACTION',
      status: 'RESEARCH',
      clinical: false,
      requiresDirectorApproval: false,
      minSamples: 1,
      maxSamples: 96,
      positiveControls: 0,
      negativeControls: 0,
      noTemplateControls: 0,
      authorId: 'preview',
      authorIds: [],
      updateFlowIds: [],
      requiresReading: false,
      requiresTraining: false,
    },
    { at: '2026-01-01T12:00:00.000Z', userId: null, entity },
  );

interface EditorProps {
  id: string;
  /** Undefined for a section that is not in the library yet. */
  source: LibrarySection | undefined;
  entity: BusinessEntity;
  userId: string;
  mayWrite: boolean;
  mayRemove: boolean;
}

function LibraryEditor({ id, source, entity, userId, mayWrite, mayRemove }: EditorProps) {
  const navigate = useNavigate();
  const editor = useLibraryEditor({ id, source, userId });
  const state = useEditorState(editor);
  const [isRemoving, setRemoving] = useState(false);
  const remove = useCallMutation(removeLibrarySection);
  const preview = useMemo(() => previewProcedure(entity), [entity]);
  const [section = newSection(id)] = state.content.sections;
  const isUnsaved = state.save !== 'SAVED';
  const problems = useMemo(() => checkProcedure([section]), [section]);
  useDirty(isUnsaved);
  const send = async (): Promise<void> => {
    await editor.flush();
    if (editor.state().save === 'SAVED') toast.success('Library section saved');
  };
  const edit = (change: (before: readonly DraftSection[]) => DraftSection[], key: string): void =>
    editor.edit((content) => ({ ...content, sections: change(content.sections) }), key);
  return (
    <>
      <DesignerWorkspace
        title={section.name.trim() === '' ? 'New section' : section.name}
        breadcrumbs={BREADCRUMBS}
        badge={
          isUnsaved ? (
            <ToneBadge tone="warning" label="Not saved" />
          ) : (
            <ToneBadge tone="success" label="Saved" />
          )
        }
        actions={
          <>
            {mayWrite && (
              <Button
                variant="primary"
                icon={Save}
                busy={state.save === 'SAVING'}
                disabled={!isUnsaved || problems.length > 0 || state.conflicts.length > 0}
                onClick={() => void send()}
              >
                Save
              </Button>
            )}
            {mayRemove && source !== undefined && (
              <DetailMenu
                actions={[
                  {
                    label: 'Remove from library',
                    icon: Trash2,
                    danger: true,
                    onSelect: () => setRemoving(true),
                  },
                ]}
              />
            )}
          </>
        }
        notices={
          <>
            {state.problem !== null && <Notice tone="danger" title={state.problem} />}
            <DraftConflicts
              conflicts={state.conflicts}
              colleague={state.colleague?.name ?? 'Another author'}
              onDecide={editor.decide}
            />
            <ColleagueNotice state={state} />
            {source && source.usedBy.length > 0 && (
              <Notice
                tone="info"
                title={`Copied by ${source.usedBy.map(({ code, procedureVersion }) => `${code} version ${procedureVersion}`).join(', ')}`}
              >
                <p>
                  Their copies stay as they are. A draft shows what changed here and takes it over on request.
                </p>
              </Notice>
            )}
          </>
        }
        sections={state.content.sections}
        procedure={preview}
        settingsEditor={null}
        canUndo={state.canUndo}
        canRedo={state.canRedo}
        onEdit={edit}
        onUndo={editor.undo}
        onRedo={editor.redo}
      />
      <LeaveGuard unsaved={isUnsaved && !remove.isSuccess} />
      <ConfirmDialog
        open={isRemoving}
        title={`Remove ${section.name} from the library?`}
        confirmLabel="Remove section"
        danger
        reasonRequired
        onClose={() => setRemoving(false)}
        onConfirm={(reason) => {
          setRemoving(false);
          remove.mutate(
            { body: { sectionId: id, reason } },
            {
              onSuccess: () => void navigate({ to: '/lab/sections' }),
              onError: (error) => toast.error(errorText(error)),
            },
          );
        }}
      >
        <p>What procedures copied of it stays theirs.</p>
      </ConfirmDialog>
    </>
  );
}

/** One section of the library in the designer; it is saved as a whole, because procedures copy it. */
export function LibrarySectionPage({ id }: { id: string }) {
  const { session } = useSession();
  const { data, error, refetch, isFetchedAfterMount } = useCall(
    readLibrary,
    {},
    { refetchInterval: READ_INTERVAL_MS, staleTime: 0 },
  );
  const source = data?.sections.find(({ content }) => content.id === id);
  // A cached library may lack a section that somebody has just added.
  if (data && session && (source || isFetchedAfterMount))
    return (
      <LibraryEditor
        key={id}
        id={id}
        source={source}
        entity={labOf(session).home}
        userId={session.user.id}
        mayWrite={may(session.user.role, 'lab/sections:update')}
        mayRemove={may(session.user.role, 'lab/sections:delete')}
      />
    );
  return (
    <Page title="Section" breadcrumbs={BREADCRUMBS}>
      {error ? (
        <EmptyState
          icon={Library}
          title="The section cannot be shown"
          action={<Button onClick={() => void refetch()}>Try again</Button>}
        >
          {errorText(error)}
        </EmptyState>
      ) : (
        <Skeleton lines={8} label="Loading the section" />
      )}
    </Page>
  );
}
