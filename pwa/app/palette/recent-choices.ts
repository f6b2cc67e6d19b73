import { z } from 'zod';
import type { PaletteEntry } from './palette-entry.ts';

const MAX_RECENT = 8;
const RecentChoices = z.array(
  z.object({
    key: z.string(),
    title: z.string(),
    detail: z.string(),
    href: z.string(),
    isCode: z.boolean(),
  }),
);

/** The storage of a tab, which is cleared when another person signs in. */
const keyOf = (userCompanyId: string): string => `palette|${userCompanyId}`;

/** Read the last choices of a person in this tab, the newest first. */
export function readRecentChoices(userCompanyId: string): PaletteEntry[] {
  try {
    const parsed = RecentChoices.safeParse(JSON.parse(sessionStorage.getItem(keyOf(userCompanyId)) ?? '[]'));
    return parsed.success ? parsed.data.map((entry) => ({ ...entry, group: 'Recent' })) : [];
  } catch {
    return [];
  }
}

/** Put a choice first in the list of last choices. */
export function storeRecentChoice(userCompanyId: string, entry: PaletteEntry): void {
  if (entry.href === null) return;
  const otherChoices = readRecentChoices(userCompanyId).filter(({ key }) => key !== entry.key);
  const recentChoices = [entry, ...otherChoices]
    .slice(0, MAX_RECENT)
    .map(({ key, title, detail, href, isCode }) => ({ key, title, detail, href, isCode: isCode ?? false }));
  sessionStorage.setItem(keyOf(userCompanyId), JSON.stringify(recentChoices));
}
