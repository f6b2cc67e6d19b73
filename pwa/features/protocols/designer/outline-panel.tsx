import { ArrowDown, ArrowUp, Copy, Plus, Settings2, Trash2 } from 'lucide-react';
import type { ReactNode } from 'react';
import { ulid } from 'ulid';
import type { DraftSection } from '#db/protocols/procedures/procedure-content.ts';
import { Button } from '#pwa/ui/button.tsx';
import { toast } from '#pwa/ui/dialog/toast.tsx';
import { IconButton } from '#pwa/ui/icon-button.tsx';
import { Section } from '#pwa/ui/page.tsx';
import {
  dropItem,
  findField,
  findPath,
  findSection,
  findStep,
  type ItemPath,
  idOfPath,
  insertField,
  insertSection,
  insertStep,
  kindOfPath,
  moveItem,
  removeItem,
} from './draft-tree.ts';
import { duplicateItem, newField, newSection, newStep } from './new-items.ts';
import { Outline } from './outline.tsx';

interface OutlinePanelProps {
  sections: readonly DraftSection[];
  selected: ItemPath | null;
  problems: ReadonlySet<string>;
  /** A single section is edited: none is added or removed, and there are no settings. */
  isSingleSection: boolean;
  /** More ways to add, below the outline. */
  extras?: ReactNode;
  /** Change the sections; `selectedId` is selected afterwards, and its first input has the focus when it is new. */
  onEdit(change: (sections: readonly DraftSection[]) => DraftSection[], key: string): void;
  /** Select an item by its id; null for the settings. */
  onSelect(id: string | null, options?: { isNew: boolean }): void;
}

const nameOf = (sections: readonly DraftSection[], path: ItemPath): string =>
  (
    findField(sections, path)?.label ??
    findStep(sections, path)?.title ??
    findSection(sections, path.sectionId)?.name ??
    ''
  ).trim();

/** The item that is selected after one is removed: the one before it, or the one that contained it. */
function neighborOf(sections: readonly DraftSection[], path: ItemPath): string | null {
  const section = findSection(sections, path.sectionId);
  const step = findStep(sections, path);
  const [siblings, parent]: [readonly { id: string }[], string | null] =
    path.fieldId !== null
      ? [step?.fields ?? [], path.stepId]
      : path.stepId !== null
        ? [section?.steps ?? [], path.sectionId]
        : [sections, null];
  const at = siblings.findIndex(({ id }) => id === idOfPath(path));
  return siblings[at + 1]?.id ?? siblings[at - 1]?.id ?? parent;
}

/** The outline of a procedure with what can be done to its items. */
export function OutlinePanel(props: OutlinePanelProps) {
  const { sections, selected, problems, isSingleSection, extras, onEdit, onSelect } = props;
  const isWhole = isSingleSection && selected?.stepId === null;
  const add = (kind: 'section' | 'step' | 'field'): void => {
    const id = ulid();
    onEdit((before) => {
      if (kind === 'section') return insertSection(before, newSection(id), selected?.sectionId ?? null);
      if (!selected) return [...before];
      return kind === 'step'
        ? insertStep(before, selected, newStep(id))
        : insertField(before, selected, newField(id, ''));
    }, `add ${id}`);
    onSelect(id, { isNew: true });
  };
  const remove = (path: ItemPath): void => {
    if (isSingleSection && path.stepId === null) return;
    const name = nameOf(sections, path) || `this ${kindOfPath(path).toLowerCase()}`;
    const next = neighborOf(sections, path);
    onEdit((before) => removeItem(before, path), `remove ${idOfPath(path)}`);
    onSelect(next);
    toast.info(`Removed ${name}. Undo brings it back.`);
  };
  const duplicate = (path: ItemPath): void => {
    if (isSingleSection && path.stepId === null) return;
    const copy = duplicateItem(sections, path, ulid);
    onEdit(() => copy.sections, `duplicate ${copy.id}`);
    onSelect(copy.id);
  };
  const move = (path: ItemPath, by: -1 | 1): void =>
    onEdit((before) => moveItem(before, path, by), `move ${idOfPath(path)}`);
  const toolbar = selected && !isWhole && (
    <div role="toolbar" aria-label="Selected item" className="flex flex-wrap">
      <IconButton icon={ArrowUp} label="Move up" onClick={() => move(selected, -1)} />
      <IconButton icon={ArrowDown} label="Move down" onClick={() => move(selected, 1)} />
      <IconButton icon={Copy} label="Duplicate" onClick={() => duplicate(selected)} />
      <IconButton icon={Trash2} label="Remove" onClick={() => remove(selected)} />
    </div>
  );
  return (
    <Section title="Outline" actions={toolbar}>
      <div className="flex flex-col gap-2">
        {!isSingleSection && (
          <button
            type="button"
            aria-pressed={selected === null}
            onClick={() => onSelect(null)}
            className="flex min-h-control items-center gap-2 rounded-md px-2 text-left font-medium hover:bg-hover aria-pressed:bg-accent-soft aria-pressed:text-accent-ink"
          >
            <Settings2 aria-hidden size={18} />
            Settings
          </button>
        )}
        <Outline
          sections={sections}
          selected={selected}
          problems={problems}
          onSelect={(path) => onSelect(idOfPath(path))}
          onMove={move}
          onDrop={(from, onto) => onEdit((before) => dropItem(before, from, onto), `move ${idOfPath(from)}`)}
          onRemove={remove}
          onDuplicate={duplicate}
        />
        <div className="mt-2 flex flex-wrap gap-2">
          {!isSingleSection && (
            <Button icon={Plus} onClick={() => add('section')}>
              Section
            </Button>
          )}
          <Button icon={Plus} disabled={!selected} onClick={() => add('step')}>
            Step
          </Button>
          <Button icon={Plus} disabled={!selected?.stepId} onClick={() => add('field')}>
            Field
          </Button>
          {extras}
        </div>
        {sections.length > 0 && findPath(sections, selected ? idOfPath(selected) : '') === null && (
          <p className="text-ink-soft text-sm">Select a section to add steps, and a step to add fields.</p>
        )}
      </div>
    </Section>
  );
}
