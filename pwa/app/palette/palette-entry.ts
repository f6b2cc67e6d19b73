/** One choice of the command palette. */
export interface PaletteEntry {
  /** Unique among all choices. */
  key: string;
  /** The caption of its group. */
  group: string;
  title: string;
  detail: string;
  /** The address to open; null for a code that is resolved on this device. */
  href: string | null;
  /** The title is a number or code. */
  isCode?: boolean;
  /** Words that find it besides its title. */
  words?: string;
}

/** Choices with the same caption, in the order of their first one. */
export interface PaletteGroup {
  caption: string;
  entries: readonly PaletteEntry[];
}

/** Group choices by caption; a choice that is found twice is shown once. */
export function groupEntries(entries: readonly PaletteEntry[]): PaletteGroup[] {
  const groups = new Map<string, PaletteEntry[]>();
  const keys = new Set<string>();
  for (const entry of entries) {
    if (keys.has(entry.key)) continue;
    keys.add(entry.key);
    groups.set(entry.group, [...(groups.get(entry.group) ?? []), entry]);
  }
  return [...groups].map(([caption, list]) => ({ caption, entries: list }));
}

/** Return the choices that contain every word of a text, those whose title starts with it first. */
export function matchEntries(entries: readonly PaletteEntry[], text: string): PaletteEntry[] {
  const terms = text.toLowerCase().split(/\s+/).filter(Boolean);
  if (terms.length === 0) return [];
  const start = text.trim().toLowerCase();
  const rank = ({ title }: PaletteEntry): number => (title.toLowerCase().startsWith(start) ? 0 : 1);
  return entries
    .filter((entry) => {
      const searched = `${entry.title} ${entry.detail} ${entry.words ?? ''}`.toLowerCase();
      return terms.every((term) => searched.includes(term));
    })
    .sort((a, b) => rank(a) - rank(b));
}
