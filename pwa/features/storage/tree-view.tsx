import {
  Ban,
  Box,
  Building,
  ChevronDown,
  ChevronRight,
  Container,
  Cylinder,
  DoorOpen,
  Grid3x3,
  type LucideIcon,
  Package,
  Rows3,
  Server,
  Snowflake,
  Table2,
  Thermometer,
  Trash2,
} from 'lucide-react';
import { type KeyboardEvent, useMemo, useRef, useState } from 'react';
import {
  STORAGE_STATUS,
  STORAGE_TYPE,
  type StorageManagement,
  type StorageType,
} from '#db/storage/storage-management.ts';
import { type Places, useSampleCounts } from '#pwa/replica/hooks/use-places.ts';
import { ToneBadge } from '#pwa/ui/badge.tsx';
import { KeyboardHints } from '#pwa/ui/keyboard-hints.tsx';
import { CapacityBar, countIn } from './place-contents.tsx';

/** The icon of each kind of location. */
const PLACE_ICON: Record<StorageType, LucideIcon> = {
  SITE: Building,
  ROOM: DoorOpen,
  FREEZER: Snowflake,
  REFRIGERATOR: Thermometer,
  CRYO_TANK: Cylinder,
  CABINET: Container,
  BENCH: Table2,
  SHELF: Rows3,
  DRAWER: Rows3,
  RACK: Server,
  BOX: Box,
  TUBE_RACK: Grid3x3,
  PLATE: Grid3x3,
  DISPOSED: Trash2,
  SENT_TO_CLIENT: Package,
};

/** One visible row of the tree. */
interface TreeLine {
  place: StorageManagement;
  level: number;
  hasChildren: boolean;
  open: boolean;
  /** Its position among its siblings and their count, for screen readers. */
  at: number;
  of: number;
}

/** Find the locations that match all words, with all their ancestors, so that the path to each is visible. */
export function matchingPlaces(places: Places, query: string): ReadonlySet<string> | null {
  const terms = query.trim().toUpperCase().split(/\s+/).filter(Boolean);
  if (terms.length === 0) return null;
  const matchedIds = new Set<string>();
  for (const place of places.byId.values()) {
    const text = `${place.name} ${place.barcode ?? ''} ${place.type}`.toUpperCase();
    if (terms.every((term) => text.includes(term)))
      for (const one of places.path(place.id)) matchedIds.add(one.id);
  }
  return matchedIds;
}

/** List the rows of the tree from the top; a search expands the path to its matches. */
export function treeLines(
  places: Places,
  open: ReadonlySet<string>,
  matches: ReadonlySet<string> | null,
  withRetired: boolean,
): TreeLine[] {
  const lines: TreeLine[] = [];
  const visibleChildren = (parentId: string | null): StorageManagement[] =>
    places
      .within(parentId)
      .filter(
        (one) => (withRetired || one.status !== 'RETIRED') && (matches === null || matches.has(one.id)),
      );
  const add = (parentId: string | null, level: number): void => {
    const siblings = visibleChildren(parentId);
    for (const [at, place] of siblings.entries()) {
      const hasChildren = visibleChildren(place.id).length > 0;
      const isOpen = hasChildren && (matches !== null || open.has(place.id));
      lines.push({ place, level, hasChildren, open: isOpen, at: at + 1, of: siblings.length });
      if (isOpen && level < 12) add(place.id, level + 1);
    }
  };
  add(null, 1);
  return lines;
}

/** The effect of a key in the tree, after the ARIA pattern for trees. */
export type TreeKey =
  | { action: 'focus'; id: string }
  | { action: 'open' | 'close' | 'choose'; id: string }
  | null;

/** Map a key: up and down move, right expands or enters, left collapses or leaves, Enter selects. */
export function treeKey(lines: readonly TreeLine[], id: string, key: string): TreeKey {
  const at = lines.findIndex((line) => line.place.id === id);
  const line = lines[at];
  if (!line) return null;
  const focus = (to: TreeLine | undefined): TreeKey => (to ? { action: 'focus', id: to.place.id } : null);
  switch (key) {
    case 'ArrowDown':
      return focus(lines[at + 1]);
    case 'ArrowUp':
      return focus(lines[at - 1]);
    case 'Home':
      return focus(lines[0]);
    case 'End':
      return focus(lines.at(-1));
    case 'ArrowRight':
      if (!line.hasChildren) return null;
      return line.open ? focus(lines[at + 1]) : { action: 'open', id };
    case 'ArrowLeft':
      if (line.open) return { action: 'close', id };
      return focus(lines.slice(0, at).findLast((one) => one.level < line.level));
    case 'Enter':
    case ' ':
      return { action: 'choose', id };
    default:
      return null;
  }
}

interface TreeViewProps {
  places: Places;
  matches: ReadonlySet<string> | null;
  withRetired: boolean;
  selectedId: string | null;
  onChoose(id: string): void;
}

const HINTS = [
  { keys: ['↑', '↓'], does: 'walk' },
  { keys: ['→', '←'], does: 'open and close' },
  { keys: ['Enter'], does: 'show' },
];
const NO_COUNTS: ReadonlyMap<string, number> = new Map();
const START_LEVELS = 3;

/** The expanded nodes: the upper levels, plus the user's changes. */
function openPlaces(places: Places, openChanges: ReadonlyMap<string, boolean>): ReadonlySet<string> {
  const open = [...places.byId.keys()].filter(
    (id) => openChanges.get(id) ?? places.path(id).length < START_LEVELS,
  );
  return new Set(open);
}

/** The storage tree: one tab stop, arrow keys, counts and occupancy of each location. */
export function TreeView({ places, matches, withRetired, selectedId, onChoose }: TreeViewProps) {
  const [openChanges, setOpenChanges] = useState<ReadonlyMap<string, boolean>>(new Map());
  const [focused, setFocused] = useState<string | null>(null);
  const tree = useRef<HTMLUListElement>(null);
  const open = useMemo(() => openPlaces(places, openChanges), [places, openChanges]);
  const lines = useMemo(
    () => treeLines(places, open, matches, withRetired),
    [places, open, matches, withRetired],
  );
  const counts = useSampleCounts(lines.map((line) => line.place.id)) ?? NO_COUNTS;
  const stop = lines.some((line) => line.place.id === focused) ? focused : (lines[0]?.place.id ?? null);
  const toggle = (id: string, isOpen: boolean): void =>
    setOpenChanges((before) => new Map(before).set(id, isOpen));
  const key = (event: KeyboardEvent, id: string): void => {
    const command = treeKey(lines, id, event.key);
    if (!command) return;
    event.preventDefault();
    if (command.action === 'focus') {
      setFocused(command.id);
      tree.current?.querySelector<HTMLElement>(`[data-place="${command.id}"]`)?.focus();
    } else if (command.action === 'choose') onChoose(command.id);
    else toggle(command.id, command.action === 'open');
  };
  return (
    <div className="flex flex-col gap-2">
      {/* biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: a list is what a tree is without its role */}
      <ul ref={tree} role="tree" aria-label="Storage" className="flex flex-col">
        {lines.map((line) => (
          <TreeRow
            key={line.place.id}
            line={line}
            count={countIn(line.place, places, counts)}
            isStop={line.place.id === stop}
            isChosen={line.place.id === selectedId}
            onKey={key}
            onToggle={toggle}
            onChoose={(id) => {
              setFocused(id);
              onChoose(id);
            }}
          />
        ))}
      </ul>
      <KeyboardHints hints={HINTS} />
    </div>
  );
}

interface TreeRowProps {
  line: TreeLine;
  count: number;
  isStop: boolean;
  isChosen: boolean;
  onKey(event: KeyboardEvent, id: string): void;
  onToggle(id: string, open: boolean): void;
  onChoose(id: string): void;
}

function TreeRow({ line, count, isStop, isChosen, onKey, onToggle, onChoose }: TreeRowProps) {
  const { place, level, hasChildren, open } = line;
  const Icon = PLACE_ICON[place.type];
  const Chevron = open ? ChevronDown : ChevronRight;
  return (
    <li
      role="treeitem"
      data-place={place.id}
      aria-level={level}
      aria-setsize={line.of}
      aria-posinset={line.at}
      aria-expanded={hasChildren ? open : undefined}
      aria-selected={isChosen}
      tabIndex={isStop ? 0 : -1}
      onKeyDown={(event) => onKey(event, place.id)}
      onClick={() => onChoose(place.id)}
      style={{ paddingLeft: `${(level - 1) * 0.9}rem` }}
      className="flex min-h-11 cursor-pointer flex-wrap items-center gap-x-2 rounded-md pr-2 hover:bg-hover aria-selected:bg-accent-soft aria-selected:text-accent-ink"
    >
      <span
        aria-hidden
        onClick={(event) => {
          if (!hasChildren) return;
          event.stopPropagation();
          onToggle(place.id, !open);
        }}
        className="grid size-11 shrink-0 place-items-center"
      >
        {hasChildren && <Chevron size={18} />}
      </span>
      <Icon aria-hidden size={18} className="shrink-0 text-ink-soft" />
      <span className="min-w-0 flex-1 truncate">
        <span className="font-medium">{place.name}</span>
        <span className="sr-only">{`, ${STORAGE_TYPE[place.type].label}`}</span>
        {place.positionInParent && (
          <span className="ml-2 text-ink-soft text-sm">{place.positionInParent}</span>
        )}
      </span>
      {place.quarantine && <ToneBadge tone="hold" icon={Ban} label="Quarantine" />}
      {place.status !== 'ACTIVE' && (
        <ToneBadge
          tone={place.status === 'FULL' ? 'warning' : 'neutral'}
          label={STORAGE_STATUS[place.status].label}
        />
      )}
      <CapacityBar place={place} count={count} />
    </li>
  );
}
