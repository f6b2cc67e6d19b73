import { ChevronDown, ChevronRight, CircleAlert } from 'lucide-react';
import { type DragEvent, type KeyboardEvent, memo, useCallback, useRef, useState } from 'react';
import type { DraftSection } from '#db/protocols/procedures/procedure-content.ts';
import { classNames } from '#pwa/ui/class-names.ts';
import { acceptsDrop, type ItemPath, idOfPath } from './draft-tree.ts';

interface OutlineRow {
  path: ItemPath;
  level: 1 | 2 | 3;
  text: string;
  isUnnamed: boolean;
  /** Null where nothing is below. */
  isOpen: boolean | null;
}

/** List the rows that are visible: all sections, and what is below those that are open. */
function visibleRows(sections: readonly DraftSection[], open: ReadonlySet<string>): OutlineRow[] {
  const row = (path: ItemPath, level: 1 | 2 | 3, name: string, none: string, below: number): OutlineRow => ({
    path,
    level,
    text: name.trim() === '' ? none : name,
    isUnnamed: name.trim() === '',
    isOpen: below === 0 ? null : open.has(idOfPath(path)),
  });
  return sections.flatMap((section) => {
    const sectionPath: ItemPath = { sectionId: section.id, stepId: null, fieldId: null };
    const sectionRow = row(sectionPath, 1, section.name, 'Untitled section', section.steps.length);
    if (!open.has(section.id)) return [sectionRow];
    const below = section.steps.flatMap((step) => {
      const stepPath = { ...sectionPath, stepId: step.id };
      const stepRow = row(stepPath, 2, step.title, 'Untitled step', step.fields.length);
      if (!open.has(step.id)) return [stepRow];
      const fields = step.fields.map((field) =>
        row({ ...stepPath, fieldId: field.id }, 3, field.label, 'Untitled field', 0),
      );
      return [stepRow, ...fields];
    });
    return [sectionRow, ...below];
  });
}

interface RowProps extends Omit<OutlineRow, 'path'> {
  id: string;
  isSelected: boolean;
  hasProblem: boolean;
  isTarget: boolean;
  onToggle(id: string): void;
}

const INDENT = { 1: 'pl-1', 2: 'pl-5', 3: 'pl-12' } as const;

/** One item; the tree around it handles keys, presses and drags. */
const Row = memo(function Row(props: RowProps) {
  const { id, level, text, isUnnamed, isOpen, isSelected, hasProblem, isTarget, onToggle } = props;
  const Arrow = isOpen ? ChevronDown : ChevronRight;
  return (
    <div
      role="treeitem"
      aria-level={level}
      aria-selected={isSelected}
      aria-expanded={isOpen ?? undefined}
      tabIndex={isSelected ? 0 : -1}
      data-item={id}
      draggable
      className={classNames(
        'flex min-h-control cursor-pointer items-center gap-1 rounded-md pr-2 outline-offset-[-3px]',
        INDENT[level],
        level === 1 && 'font-medium',
        isSelected ? 'bg-accent-soft text-accent-ink' : 'hover:bg-hover',
        isTarget && 'outline-3 outline-focus',
      )}
    >
      {isOpen === null ? (
        level !== 3 && <span className="w-6 shrink-0" />
      ) : (
        // biome-ignore lint/a11y/useKeyWithClickEvents: the arrow keys open and close the item
        // biome-ignore lint/a11y/noStaticElementInteractions: the tree item has the role
        <span
          className="grid h-control w-6 shrink-0 place-items-center"
          onClick={(event) => {
            event.stopPropagation();
            onToggle(id);
          }}
        >
          <Arrow aria-hidden size={16} />
        </span>
      )}
      <span className={classNames('min-w-0 flex-1 truncate', isUnnamed && 'text-ink-soft')}>{text}</span>
      {hasProblem && (
        <span data-tone="danger" className="shrink-0 text-tone-ink">
          <CircleAlert aria-label="has a problem" size={16} />
        </span>
      )}
    </div>
  );
});

interface OutlineProps {
  sections: readonly DraftSection[];
  selected: ItemPath | null;
  /** The ids of items with problems, and of what contains them. */
  problems: ReadonlySet<string>;
  onSelect(path: ItemPath): void;
  onMove(path: ItemPath, by: -1 | 1): void;
  onDrop(from: ItemPath, onto: ItemPath): void;
  onRemove(path: ItemPath): void;
  onDuplicate(path: ItemPath): void;
}

const itemOf = (target: EventTarget | null): string | undefined =>
  target instanceof Element ? target.closest<HTMLElement>('[data-item]')?.dataset['item'] : undefined;

/** The sections, steps and fields as a tree: arrow keys walk, Alt with an arrow moves, drag moves as well. */
export function Outline(props: OutlineProps) {
  const { sections, selected, problems, onSelect, onMove, onDrop, onRemove, onDuplicate } = props;
  const [toggled, setToggled] = useState<ReadonlySet<string>>(new Set());
  const [target, setTarget] = useState<string | null>(null);
  const dragged = useRef<ItemPath | null>(null);
  const tree = useRef<HTMLDivElement>(null);
  // What contains the selected item is open; a press on the arrow turns an item's state around.
  const open = new Set(toggled);
  for (const id of [selected?.sectionId, selected?.stepId]) if (id) open.add(id);
  const rows = visibleRows(sections, open);
  const at = selected ? rows.findIndex(({ path }) => idOfPath(path) === idOfPath(selected)) : -1;
  const rowOf = (id: string | undefined): OutlineRow | undefined =>
    rows.find(({ path }) => idOfPath(path) === id);
  const toggle = useCallback(
    (id: string): void =>
      setToggled((before) => {
        const next = new Set(before);
        if (!next.delete(id)) next.add(id);
        return next;
      }),
    [],
  );
  const go = (row: OutlineRow | undefined): void => {
    if (!row) return;
    onSelect(row.path);
    tree.current?.querySelector<HTMLElement>(`[data-item="${idOfPath(row.path)}"]`)?.focus();
  };
  /** The action of a key on an item; null for every other key. */
  const actionOf = (row: OutlineRow, event: KeyboardEvent): (() => void) | null => {
    const id = idOfPath(row.path);
    switch (event.key) {
      case 'ArrowUp':
        return () => (event.altKey ? onMove(row.path, -1) : go(rows[at - 1]));
      case 'ArrowDown':
        return () => (event.altKey ? onMove(row.path, 1) : go(rows[at + 1]));
      case 'ArrowRight':
        return () => (row.isOpen === false ? toggle(id) : go(rows[at + 1]));
      case 'ArrowLeft':
        return () =>
          row.isOpen && toggled.has(id)
            ? toggle(id)
            : go(rows.slice(0, at).findLast(({ level }) => level < row.level));
      case 'Home':
        return () => go(rows[0]);
      case 'End':
        return () => go(rows.at(-1));
      case 'Delete':
        return () => onRemove(row.path);
      case 'd':
        return event.ctrlKey || event.metaKey ? () => onDuplicate(row.path) : null;
      default:
        return null;
    }
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const row = rows[at];
    if (!row) return;
    const action = actionOf(row, event);
    if (!action) return;
    event.preventDefault();
    action();
  };
  const onDragOver = (event: DragEvent): void => {
    const row = rowOf(itemOf(event.target));
    const isAccepted =
      row !== undefined && dragged.current !== null && acceptsDrop(dragged.current, row.path);
    if (isAccepted) event.preventDefault();
    setTarget(isAccepted ? idOfPath(row.path) : null);
  };
  const endDrag = (): void => {
    dragged.current = null;
    setTarget(null);
  };
  return (
    <div
      ref={tree}
      role="tree"
      aria-label="Sections, steps and fields"
      onKeyDown={onKeyDown}
      onClick={(event) => go(rowOf(itemOf(event.target)))}
      onDragStart={(event) => {
        dragged.current = rowOf(itemOf(event.target))?.path ?? null;
        event.dataTransfer.effectAllowed = 'move';
      }}
      onDragOver={onDragOver}
      onDragEnd={endDrag}
      onDrop={(event) => {
        event.preventDefault();
        const row = rowOf(itemOf(event.target));
        if (dragged.current && row) onDrop(dragged.current, row.path);
        endDrag();
      }}
    >
      {rows.map(({ path, ...row }) => {
        const id = idOfPath(path);
        return (
          <Row
            key={id}
            id={id}
            {...row}
            isSelected={rows[at]?.path === path}
            hasProblem={problems.has(id)}
            isTarget={target === id}
            onToggle={toggle}
          />
        );
      })}
    </div>
  );
}
