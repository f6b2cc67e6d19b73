import { Redo2, Undo2 } from 'lucide-react';
import {
  type KeyboardEvent,
  memo,
  type ReactNode,
  useDeferredValue,
  useEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { equipment } from '#db/inventory/equipment.ts';
import { inventoryType } from '#db/inventory/inventory-type.ts';
import { measurementUnit } from '#db/inventory/measurement-unit.ts';
import type { Procedure } from '#db/protocols/procedure.ts';
import { checkProcedure } from '#db/protocols/procedures/check-procedure.ts';
import type { DraftSection } from '#db/protocols/procedures/procedure-content.ts';
import { useRuleRead } from '#pwa/replica/hooks/use-rule-read.ts';
import { classNames } from '#pwa/ui/class-names.ts';
import { Segmented } from '#pwa/ui/form/segmented.tsx';
import { IconButton } from '#pwa/ui/icon-button.tsx';
import { type Breadcrumb, Page } from '#pwa/ui/page.tsx';
import { DraftProblems } from './draft-notices.tsx';
import { findPath, findSection, insertSection } from './draft-tree.ts';
import { ItemPanel } from './item-panel.tsx';
import { OutlinePanel } from './outline-panel.tsx';
import { Preview } from './preview.tsx';
import type { PreviewLab } from './preview-run.ts';

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

type EditSections = (change: (before: readonly DraftSection[]) => DraftSection[], key: string) => void;

interface WorkspaceProps {
  title: string;
  breadcrumbs: readonly Breadcrumb[];
  badge: ReactNode;
  actions?: ReactNode;
  notices?: ReactNode;
  sections: readonly DraftSection[];
  /** The procedure with which the preview runs. */
  procedure: Procedure;
  /** The editor of the settings; null where a single section is edited. */
  settingsEditor: ReactNode;
  /** What is offered for the selected section beside its editor. */
  sectionExtras?: (section: DraftSection) => ReactNode;
  /** What is offered below the outline; `onAdd` inserts a section and selects it. */
  outlineExtras?: (onAdd: (section: DraftSection) => void) => ReactNode;
  canUndo: boolean;
  canRedo: boolean;
  onEdit: EditSections;
  onUndo(): void;
  onRedo(): void;
}

/** The selected item of a draft; a new item gets the focus of the editor. */
function useSelection(sections: readonly DraftSection[]) {
  const [selectedId, setSelectedId] = useState<string | null>(sections[0]?.id ?? null);
  const [part, setPart] = useState<Part>('OUTLINE');
  const focusesNew = useRef(false);
  const panel = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!focusesNew.current || selectedId === null) return;
    focusesNew.current = false;
    panel.current?.querySelector<HTMLElement>('input')?.focus();
  }, [selectedId]);
  const select = (id: string | null, options?: { isNew: boolean }): void => {
    focusesNew.current = options?.isNew ?? false;
    setSelectedId(id);
    if (options?.isNew) setPart('EDITOR');
  };
  return {
    selected: selectedId === null ? null : findPath(sections, selectedId),
    select,
    part,
    setPart,
    panel,
  };
}

/** Outline, editor and preview of sections on one page. */
export function DesignerWorkspace(props: WorkspaceProps) {
  const { sections, procedure, settingsEditor, canUndo, canRedo, onEdit, onUndo, onRedo } = props;
  const choices = useLabChoices();
  const { selected, select, part, setPart, panel } = useSelection(sections);
  // Checks and preview follow what is typed as soon as there is time; a page that opens has neither at first.
  const deferred = useDeferredValue<readonly DraftSection[] | null>(sections, null);
  const deferredProcedure = useDeferredValue(procedure);
  const problems = useMemo(() => (deferred ? checkProcedure(deferred) : []), [deferred]);
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
            procedure: deferredProcedure,
            units: new Map(choices.units.map(({ value, label }) => [value, label])),
            labDay: choices.labDay,
            labTimezone: choices.labTimezone,
          }
        : null,
    [choices, deferredProcedure],
  );
  const onKeyDown = (event: KeyboardEvent): void => {
    const isText = event.target instanceof HTMLElement && event.target.matches('input, textarea, select');
    if (isText || !(event.ctrlKey || event.metaKey) || event.key.toLowerCase() !== 'z') return;
    event.preventDefault();
    if (event.shiftKey) onRedo();
    else onUndo();
  };
  const addSection = (section: DraftSection): void => {
    onEdit((before) => insertSection(before, section, selected?.sectionId ?? null), `add ${section.id}`);
    select(section.id, { isNew: true });
  };
  const hiddenBelow = (ownPart: Part): string => (part === ownPart ? '' : 'max-xl:hidden');
  const selectedSection = selected?.stepId === null ? findSection(sections, selected.sectionId) : undefined;
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: takes the keys for undo and redo
    <div className="flex flex-1 flex-col" onKeyDown={onKeyDown}>
      <Page
        title={props.title}
        breadcrumbs={props.breadcrumbs}
        badge={props.badge}
        actions={
          <>
            <IconButton icon={Undo2} label="Undo" disabled={!canUndo} onClick={onUndo} />
            <IconButton icon={Redo2} label="Redo" disabled={!canRedo} onClick={onRedo} />
            {props.actions}
          </>
        }
      >
        {props.notices}
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
              isSingleSection={settingsEditor === null}
              extras={props.outlineExtras?.(addSection)}
              onEdit={onEdit}
              onSelect={select}
            />
          </div>
          <div className={classNames('flex flex-col gap-4', hiddenBelow('EDITOR'))}>
            {selectedSection && props.sectionExtras?.(selectedSection)}
            {selected && choices ? (
              <ItemPanel
                sections={sections}
                selected={selected}
                choices={choices}
                panel={panel}
                onEdit={onEdit}
              />
            ) : (
              settingsEditor
            )}
          </div>
          <div className={hiddenBelow('PREVIEW')}>
            {lab && deferred && (
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
