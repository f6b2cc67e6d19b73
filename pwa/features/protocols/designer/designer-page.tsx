import { ListChecks } from 'lucide-react';
import { useMemo } from 'react';
import type { ShownProcedure } from '#db/protocols/procedures/shown-procedure.ts';
import { errorText } from '#pwa/api/error-text.ts';
import { useDirty } from '#pwa/app/dirty.ts';
import { useProcedureRights } from '#pwa/features/protocols/versions/version-status.ts';
import { useSession } from '#pwa/replica/session/session.ts';
import { ToneBadge } from '#pwa/ui/badge.tsx';
import { Button } from '#pwa/ui/button.tsx';
import { EmptyState } from '#pwa/ui/empty-state.tsx';
import { Notice } from '#pwa/ui/notice.tsx';
import { Page, Section } from '#pwa/ui/page.tsx';
import { Skeleton } from '#pwa/ui/skeleton.tsx';
import type { Tone } from '#pwa/ui/tone.ts';
import { DraftConflicts } from './draft-conflicts.tsx';
import type { SaveState, ServerDraft } from './draft-editor.ts';
import { ColleagueNotice } from './draft-notices.tsx';
import { AddFromLibrary, LibrarySource } from './library-source.tsx';
import { SettingsEditor } from './settings-editor.tsx';
import {
  serverDraftOf,
  useDraftEditor,
  useEditorState,
  useOpenedProcedure,
  useStoredEdits,
} from './use-draft-editor.ts';
import { DesignerWorkspace } from './workspace.tsx';

const SAVE_BADGE: Record<SaveState, { tone: Tone; label: string }> = {
  SAVED: { tone: 'success', label: 'Saved' },
  UNSAVED: { tone: 'neutral', label: 'Saving soon' },
  SAVING: { tone: 'neutral', label: 'Saving' },
  WAITING: { tone: 'warning', label: 'Saved on this device only' },
  REFUSED: { tone: 'danger', label: 'Not saved' },
};

interface DesignerProps {
  shown: ShownProcedure;
  draft: ServerDraft;
  storedEdits: ReturnType<typeof useStoredEdits>;
  userId: string;
}

function Designer({ shown, draft, storedEdits, userId }: DesignerProps) {
  const { procedure } = shown;
  const editor = useDraftEditor({ shown, draft, storedEdits, userId });
  const state = useEditorState(editor);
  const { sections, settings } = state.content;
  const edited = useMemo(() => ({ ...procedure, ...settings }), [procedure, settings]);
  useDirty(state.save !== 'SAVED');
  return (
    <DesignerWorkspace
      title={`${procedure.code}, version ${procedure.procedureVersion}`}
      breadcrumbs={[
        { label: 'Procedures', to: '/lab/procedures' },
        { label: procedure.name, to: '/lab/procedures/$id', params: { id: procedure.id } },
      ]}
      badge={<ToneBadge {...SAVE_BADGE[state.save]} />}
      notices={
        <>
          {state.problem !== null && (
            <Notice tone={state.save === 'REFUSED' ? 'danger' : 'warning'} title={state.problem} />
          )}
          <DraftConflicts
            conflicts={state.conflicts}
            colleague={state.colleague?.name ?? 'Another author'}
            onDecide={editor.decide}
          />
          <ColleagueNotice state={state} />
        </>
      }
      sections={sections}
      procedure={edited}
      settingsEditor={
        settings && (
          <Section title="Settings">
            <SettingsEditor
              settings={settings}
              document={shown.document}
              isResearch={procedure.status === 'RESEARCH'}
              onChange={(patch, name) =>
                editor.edit(
                  (content) => ({
                    ...content,
                    settings: content.settings && { ...content.settings, ...patch },
                  }),
                  `settings ${name}`,
                )
              }
            />
          </Section>
        )
      }
      sectionExtras={(section) => (
        <LibrarySource
          section={section}
          sections={sections}
          onChange={(next) =>
            editor.edit(
              (content) => ({
                ...content,
                sections: content.sections.map((one) => (one.id === section.id ? next : one)),
              }),
              `library ${section.id}`,
            )
          }
        />
      )}
      outlineExtras={(add) => <AddFromLibrary sections={sections} onAdd={add} />}
      canUndo={state.canUndo}
      canRedo={state.canRedo}
      onEdit={(change, key) =>
        editor.edit((content) => ({ ...content, sections: change(content.sections) }), key)
      }
      onUndo={editor.undo}
      onRedo={editor.redo}
    />
  );
}

function OpenedDesigner({ shown, userId }: { shown: ShownProcedure; userId: string }) {
  const storedEdits = useStoredEdits(shown.procedure.id);
  const draft = useMemo(() => serverDraftOf(shown), [shown]);
  const { edits } = useProcedureRights(shown);
  if (!draft || !edits)
    return (
      <Page title="Designer" breadcrumbs={[{ label: 'Procedures', to: '/lab/procedures' }]}>
        <EmptyState icon={ListChecks} title="This version cannot be edited">
          Only the authors edit a draft. Start a new version to change an approved one.
        </EmptyState>
      </Page>
    );
  if (storedEdits.value === undefined) return <Skeleton lines={8} label="Loading the draft" />;
  return <Designer shown={shown} draft={draft} storedEdits={storedEdits} userId={userId} />;
}

/** The designer of a procedure's draft: outline, editor and preview on one page. */
export function DesignerPage({ id }: { id: string }) {
  const userId = useSession().session?.user.id;
  const { data, error, refetch } = useOpenedProcedure(id);
  if (data && userId !== undefined) return <OpenedDesigner key={id} shown={data} userId={userId} />;
  return (
    <Page title="Designer" breadcrumbs={[{ label: 'Procedures', to: '/lab/procedures' }]}>
      {error ? (
        <EmptyState
          icon={ListChecks}
          title="The draft cannot be shown"
          action={<Button onClick={() => void refetch()}>Try again</Button>}
        >
          {errorText(error)}
        </EmptyState>
      ) : (
        <Skeleton lines={8} label="Loading the draft" />
      )}
    </Page>
  );
}
