import type { StorageManagement } from '#db/storage/storage-management.ts';
import type { Places } from '#pwa/replica/hooks/use-places.ts';

/** One visible row of the tree. */
export interface TreeLine {
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
