import type { Page } from '@playwright/test';
import { atRest } from './accessible.ts';

/** The sum of the layout shifts of a page that nobody notices. */
const MAX_SHIFT = 0.02;

const QUIET_MS = 150;
const REST_MS = 10_000;

interface Shift {
  score: number;
  /** The elements that moved, each with its box before and after. */
  moves: string[];
}

interface RecordingWindow extends Window {
  layoutShifts?: { list: Shift[]; read(entries: PerformanceEntryList): void; observer: PerformanceObserver };
}

/** An entry of the Layout Instability API, which TypeScript does not know. */
interface LayoutShiftEntry extends PerformanceEntry {
  value: number;
  hadRecentInput: boolean;
  sources: { node: Node | null; previousRect: DOMRectReadOnly; currentRect: DOMRectReadOnly }[];
}

/** Requests of a page that have no response yet. */
const openRequests = new WeakMap<Page, Set<unknown>>();

/** Record the layout shifts of every document that the page opens, from its first frame on. */
export async function recordLayoutShifts(page: Page): Promise<void> {
  const open = new Set<unknown>();
  openRequests.set(page, open);
  page.on('request', (request) => open.add(request));
  page.on('response', (response) => open.delete(response.request()));
  page.on('requestfailed', (request) => open.delete(request));
  page.on('framenavigated', (frame) => {
    if (frame === page.mainFrame()) open.clear();
  });
  await page.addInitScript(() => {
    const list: Shift[] = [];
    const boxOf = ({ x, y, width, height }: DOMRectReadOnly): string =>
      [x, y, width, height].map(Math.round).join(' ');
    const nameOf = (node: Node | null): string => {
      const element = node instanceof Element ? node : node?.parentElement;
      if (!element) return 'an element that is gone';
      const text = (element.getAttribute('aria-label') ?? element.textContent ?? '').trim().slice(0, 40);
      return `${element.tagName} "${text}" .${element.getAttribute('class') ?? ''}`;
    };
    const read = (entries: PerformanceEntryList): void => {
      for (const entry of entries as LayoutShiftEntry[])
        if (!entry.hadRecentInput)
          list.push({
            score: entry.value,
            moves: entry.sources.map(
              ({ node, previousRect, currentRect }) =>
                `${nameOf(node)} from ${boxOf(previousRect)} to ${boxOf(currentRect)}`,
            ),
          });
    };
    const observer = new PerformanceObserver((entries) => read(entries.getEntries()));
    observer.observe({ type: 'layout-shift', buffered: true });
    (window as RecordingWindow).layoutShifts = { list, read, observer };
  });
}

/** Forget the shifts so far, for instance those of the page before. */
export const forgetLayoutShifts = (page: Page): Promise<void> =>
  page.evaluate(() => {
    const record = (window as RecordingWindow).layoutShifts;
    record?.observer.takeRecords();
    record?.list.splice(0);
  });

/** Wait until nothing in the document has changed for a few frames, or for the time of a page that never rests. */
const untilQuiet = (page: Page): Promise<void> =>
  page.evaluate(
    ([quietMs = 0, restMs = 0]) =>
      new Promise<void>((resolve) => {
        const finish = (): void => {
          observer.disconnect();
          resolve();
        };
        let quiet = setTimeout(finish, quietMs);
        const observer = new MutationObserver(() => {
          clearTimeout(quiet);
          quiet = setTimeout(finish, quietMs);
        });
        observer.observe(document.body, { childList: true, subtree: true, characterData: true });
        setTimeout(finish, restMs);
      }),
    [QUIET_MS, REST_MS],
  );

/** Wait until the page is quiet and every request has a response: parts without a skeleton come with a response. */
async function untilLoaded(page: Page): Promise<void> {
  const end = Date.now() + REST_MS;
  do await untilQuiet(page);
  while ((openRequests.get(page)?.size ?? 0) > 0 && Date.now() < end);
}

/**
 * Return what moved without an action of the user until the page was loaded, when it is more than nobody
 * notices. Shifts within half a second after the window changed its size do not count for a browser.
 */
export async function layoutShifts(page: Page): Promise<string[]> {
  await atRest(page);
  await untilLoaded(page);
  const shifts = await page.evaluate(() => {
    const record = (window as RecordingWindow).layoutShifts;
    if (!record) throw new Error('The layout shifts of this page are not recorded.');
    record.read(record.observer.takeRecords());
    return record.list.splice(0);
  });
  const total = shifts.reduce((sum, { score }) => sum + score, 0);
  if (total <= MAX_SHIFT) return [];
  return shifts.flatMap(({ score, moves }) =>
    moves.map((move) => `${score.toFixed(3)} of ${total.toFixed(3)}: ${move}`),
  );
}
