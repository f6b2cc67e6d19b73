import { ListChecks, Redo2, Undo2 } from 'lucide-react';
import { type KeyboardEvent, memo, useDeferredValue, useEffect, useMemo, useRef, useState } from 'react';
import { ulid } from 'ulid';
import { equipment } from '#db/inventory/equipment.ts';
import { inventoryType } from '#db/inventory/inventory-type.ts';
import { measurementUnit } from '#db/inventory/measurement-unit.ts';
import { checkProcedure } from '#db/protocols/procedures/check-procedure.ts';
import type { DraftSection } from '#db/protocols/procedures/procedure-content.ts';
import type { ShownProcedure } from '#db/protocols/procedures/shown-procedure.ts';
import { errorText } from '#pwa/api/error-text.ts';
import { useDirty } from '#pwa/app/dirty.ts';
import { useVersionRights } from '#pwa/features/protocols/procedures/procedure-status.ts';
import { useRuleRead } from '#pwa/replica/hooks/use-rule-read.ts';
import { useSession } from '#pwa/replica/session/session.ts';
import { ToneBadge } from '#pwa/ui/badge.tsx';
import { Button } from '#pwa/ui/button.tsx';
import { classNames } from '#pwa/ui/class-names.ts';
import { EmptyState } from '#pwa/ui/empty-state.tsx';
import { Segmented } from '#pwa/ui/form/segmented.tsx';
import { IconButton } from '#pwa/ui/icon-button.tsx';
import { Notice } from '#pwa/ui/notice.tsx';
import { Page, Section } from '#pwa/ui/page.tsx';
import { Skeleton } from '#pwa/ui/skeleton.tsx';
import type { Tone } from '#pwa/ui/tone.ts';
import { DraftConflicts } from './draft-conflicts.tsx';
import type { SaveState, ServerDraft } from './draft-editor.ts';
import { ColleagueNotice, DraftProblems } from './draft-notices.tsx';
import { findPath } from './draft-tree.ts';
import { ItemPanel } from './item-panel.tsx';
import type { DraftContent } from './merge-drafts.ts';
import { OutlinePanel } from './outline-panel.tsx';
import { Preview } from './preview.tsx';
import type { PreviewLab } from './preview-run.ts';
import { SettingsEditor } from './settings-editor.tsx';
import {
  serverDraftOf,
  useDraftEditor,
  useEditorState,
  useOpenedProcedure,
  useStoredEdits,
} from './use-draft-editor.ts';

const SAVE_BADGE: Record<SaveState, { tone: Tone; label: string }> = {
  SAVED: { tone: 'success', label: 'Saved' },
  UNSAVED: { tone: 'neutral', label: 'Saving soon' },
  SAVING: { tone: 'neutral', label: 'Saving' },
  WAITING: { tone: 'warning', label: 'Saved on this device only' },
  REFUSED: { tone: 'danger', label: 'Not saved' },
};

const PARTS = [
  { value: 'OUTLINE', label: 'Outline' },
  { value: 'EDITOR', label: 'Editor' },
  { value: 'PREVIEW', label: 'Preview' },
] as const;
type Part = (typeof PARTS)[number]['value'];

/** Read what the editors offer from the replica, so that they work without a connection. */
const useLabChoices = () =>
  useRuleRead(['inventory-items', 'equipment'], 'lab-choices', async (tx, context) => {
    const units = await tx.find(measurementUnit, {});
    const types = await tx.find(inventoryType, {});
    const machines = await tx.find(equipment, {});
    return {
      units: units.map(({ id, symbol }) => ({ value: id, label: symbol })),
      inventoryTypes: types.map(({ id, name }) => ({ value: id, label: name })),
      equipmentTypes: [...new Set(machines.map(({ type }) => type))],
      labDay: context.labDay,
      labTimezone: context.labTimezone,
    };
  });

const DeferredPreview = memo(Preview);

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
  const choices = useLabChoices();
  const { sections, settings } = state.content;
  const [selectedId, setSelectedId] = useState<string | null>(sections[0]?.id ?? null);
  const [part, setPart] = useState<Part>('OUTLINE');
  const focusesNew = useRef(false);
  const panel = useRef<HTMLDivElement>(null);
  const selected = selectedId === null ? null : findPath(sections, selectedId);
  // Checks and preview follow what is typed as soon as there is time.
  const deferred = useDeferredValue(sections);
  const problems = useMemo(() => checkProcedure(deferred), [deferred]);
  const problemIds = useMemo(
    () =>
      new Set(
        problems.flatMap((one) => [one.sectionId, one.stepId, one.fieldId]).filter((id) => id !== null),
      ),
    [problems],
  );
  const lab = useMemo<PreviewLab | null>(
    () =>
      choices
        ? {
            procedure: { ...procedure, ...settings },
            units: new Map(choices.units.map(({ value, label }) => [value, label])),
            labDay: choices.labDay,
            labTimezone: choices.labTimezone,
          }
        : null,
    [choices, procedure, settings],
  );
  useDirty(state.save !== 'SAVED');
  useEffect(() => {
    if (!focusesNew.current || selectedId === null) return;
    focusesNew.current = false;
    panel.current?.querySelector<HTMLElement>('input')?.focus();
  }, [selectedId]);
  const editSections = (change: (before: readonly DraftSection[]) => DraftSection[], key: string): void =>
    editor.edit((content: DraftContent) => ({ ...content, sections: change(content.sections) }), key);
  const select = (id: string | null, options?: { isNew: boolean }): void => {
    focusesNew.current = options?.isNew ?? false;
    setSelectedId(id);
    if (options?.isNew) setPart('EDITOR');
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const isText = event.target instanceof HTMLElement && event.target.matches('input, textarea, select');
    if (isText || !(event.ctrlKey || event.metaKey) || event.key.toLowerCase() !== 'z') return;
    event.preventDefault();
    if (event.shiftKey) editor.redo();
    else editor.undo();
  };
  const hiddenBelow = (shownPart: Part): string => (part === shownPart ? '' : 'max-xl:hidden');
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: takes the keys for undo and redo
    <div className="flex flex-1 flex-col" onKeyDown={onKeyDown}>
      <Page
        title={`${procedure.code}, version ${procedure.procedureVersion}`}
        breadcrumbs={[
          { label: 'Procedures', to: '/lab/procedures' },
          { label: procedure.name, to: '/lab/procedures/$id', params: { id: procedure.id } },
        ]}
        badge={<ToneBadge {...SAVE_BADGE[state.save]} />}
        actions={
          <>
            <IconButton icon={Undo2} label="Undo" disabled={!state.canUndo} onClick={editor.undo} />
            <IconButton icon={Redo2} label="Redo" disabled={!state.canRedo} onClick={editor.redo} />
          </>
        }
      >
        {state.problem !== null && (
          <Notice tone={state.save === 'REFUSED' ? 'danger' : 'warning'} title={state.problem} />
        )}
        <DraftConflicts
          conflicts={state.conflicts}
          colleague={state.colleague?.name ?? 'Another author'}
          onDecide={editor.decide}
        />
        <ColleagueNotice state={state} />
        <DraftProblems problems={problems} onSelect={(id) => select(id)} />
        <div className="xl:hidden">
          <Segmented<Part> label="Part of the designer" options={PARTS} value={part} onChange={setPart} />
        </div>
        <div className="grid items-start gap-4 xl:grid-cols-[20rem_minmax(0,1fr)_25rem]">
          <div className={classNames('xl:sticky xl:top-18', hiddenBelow('OUTLINE'))}>
            <OutlinePanel
              sections={sections}
              selected={selected}
              problems={problemIds}
              newId={ulid}
              onEdit={editSections}
              onSelect={select}
            />
          </div>
          <div className={hiddenBelow('EDITOR')}>
            {selected && choices ? (
              <ItemPanel
                sections={sections}
                selected={selected}
                choices={choices}
                panel={panel}
                onEdit={editSections}
              />
            ) : (
              settings && (
                <Section title="Settings">
                  <SettingsEditor
                    settings={settings}
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
            )}
          </div>
          <div className={hiddenBelow('PREVIEW')}>
            {lab && (
              <DeferredPreview
                lab={lab}
                sections={deferred}
                sectionId={selected?.sectionId ?? sections[0]?.id ?? null}
              />
            )}
          </div>
        </div>
      </Page>
    </div>
  );
}

function OpenedDesigner({ shown, userId }: { shown: ShownProcedure; userId: string }) {
  const storedEdits = useStoredEdits(shown.procedure.id);
  const draft = useMemo(() => serverDraftOf(shown), [shown]);
  const { edits } = useVersionRights(shown);
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
