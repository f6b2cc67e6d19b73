import { Ban, ChevronDown, ChevronRight } from 'lucide-react';
import { type KeyboardEvent, useMemo, useRef, useState } from 'react';
import { STORAGE_STATUS } from '#db/storage/storage-status.ts';
import { STORAGE_TYPE } from '#db/storage/storage-type.ts';
import { type Places, useSampleCounts } from '#pwa/replica/hooks/use-places.ts';
import { KeyboardHints } from '#pwa/ui/keyboard-hints.tsx';
import { ToneBadge } from '#pwa/ui/tone-badge.tsx';
import { CapacityBar, countIn } from './capacity-bar.tsx';
import { PLACE_ICON } from './place-icon.ts';
import { type TreeLine, treeKey, treeLines } from './storage-tree.ts';

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
