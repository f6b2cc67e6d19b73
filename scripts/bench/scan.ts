import { mkdirSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { type BrowserContext, type CDPSession, chromium, type Page } from '@playwright/test';
import { createPool } from '#sync-server/postgres/pool.ts';
import { type Figure, type FigureRow, ms, p50p95, percentile } from './figure.ts';
import { signInOnPage, slowDown, TECH } from './lab-session.ts';
import { QUIET, type Stage } from './stage.ts';

declare global {
  interface Window {
    /**
     * Report times in milliseconds to the measuring process, separated by spaces; installed by
     * `openHandheld`.
     */
    measured(times: string): void;
  }
}

/** The installed app in a browser of its own, with the screen of a handheld. */
interface Handheld {
  context: BrowserContext;
  page: Page;
  /** Return the next times that the page reports, in milliseconds. */
  readTimes(): Promise<number[]>;
}

const LATE_MS = 30_000;

/**
 * Read the page's own measurements in order. No code of the runner enters the page meanwhile: its locators
 * load half a second's worth of script into a processor that is slowed six times.
 */
async function listen(page: Page): Promise<Handheld['readTimes']> {
  const session = await page.context().newCDPSession(page);
  const reports: number[][] = [];
  let wake: () => void = () => undefined;
  session.on('Runtime.bindingCalled', ({ name, payload }) => {
    if (name !== 'measured') return;
    reports.push(payload.split(' ').map(Number));
    wake();
  });
  await session.send('Runtime.enable');
  await session.send('Runtime.addBinding', { name: 'measured' });
  return async () => {
    const timeout = AbortSignal.timeout(LATE_MS);
    while (reports.length === 0) {
      timeout.throwIfAborted();
      await new Promise<void>((resolve) => {
        wake = resolve;
        timeout.addEventListener('abort', () => resolve(), { once: true });
      });
    }
    return reports.shift() ?? [];
  };
}

/** Open a browser profile with its stored data. */
async function openHandheld(stage: Stage, profile: string): Promise<Handheld> {
  mkdirSync(profile, { recursive: true });
  const context = await chromium.launchPersistentContext(profile, {
    executablePath: stage.chromiumPath(),
    args: QUIET,
    viewport: { width: 360, height: 740 },
  });
  // The runner's compiler names inner functions with a helper that the page does not have.
  await context.addInitScript('globalThis.__name = (value) => value');
  const page = context.pages()[0] ?? (await context.newPage());
  return { context, page, readTimes: await listen(page) };
}

const SCANS = 60;
/**
 * Time until a person scans the next tube: no scan begins while the previous one still flashes and is saved.
 */
const NEXT_TUBE_MS = 400;
const STARTS = 5;
const TARGET_MS = 120;
const START_MS = 2_500;
const SCREEN = '/lab/samples/move';

/** Runs in the page before its own scripts: reports when the frame with the first scan field is painted. */
function reportWhenReady(): void {
  const watch = new MutationObserver(() => {
    if (document.querySelector('[data-scan-field]') === null) return;
    watch.disconnect();
    // The task after the next frame runs when that frame was painted.
    requestAnimationFrame(() => setTimeout(() => window.measured(`${performance.now()}`)));
  });
  watch.observe(document, { subtree: true, childList: true });
}

/**
 * Runs in the page before a scan: reports how long after its Enter, and after its first key, its verdict is
 * painted.
 */
function awaitVerdict(code: string): void {
  let first = 0;
  let enter = 0;
  const onKey = (event: KeyboardEvent): void => {
    first ||= performance.now();
    if (event.key === 'Enter') enter = performance.now();
  };
  window.addEventListener('keydown', onKey, { capture: true });
  const watch = new MutationObserver(() => {
    const verdictText = document.querySelector('[data-verdict]')?.textContent ?? '';
    if (enter === 0 || !verdictText.includes(code)) return;
    watch.disconnect();
    window.removeEventListener('keydown', onKey, { capture: true });
    const report = () => window.measured(`${performance.now() - enter} ${performance.now() - first}`);
    requestAnimationFrame(() => setTimeout(report));
  });
  watch.observe(document.body, { subtree: true, childList: true, characterData: true, attributes: true });
}

/**
 * Send real key events in one burst, as a hand scanner types; none waits for the handling of the previous
 * one.
 */
async function typeBurst(keyboard: CDPSession, code: string): Promise<void> {
  const keys = [...code].map((key) => ({ key, text: key }));
  const all = [...keys, { key: 'Enter', text: '\r' }];
  // The times at which a scanner types; a busy machine that delivers them late must not make them look like
  // typing by a person.
  const first = Date.now() / 1_000;
  const at = (place: number) => first + place * 0.004;
  await Promise.all(
    all.map((key, place) =>
      keyboard.send('Input.dispatchKeyEvent', { type: 'keyDown', timestamp: at(place), ...key }),
    ),
  );
}

async function scanOnce(handheld: Handheld, keyboard: CDPSession, code: string): Promise<number[]> {
  await handheld.page.evaluate(awaitVerdict, code);
  await typeBurst(keyboard, code);
  return handheld.readTimes();
}

const ready = (page: Page) => page.locator('[data-scan-field]').first();

async function codesOfLab(databaseUrl: string): Promise<string[]> {
  const pool = createPool(databaseUrl, { max: 1 });
  const { rows } = await pool.query<{ barcode: string }>(
    `SELECT barcode FROM sample WHERE entity = 'WBL' AND NOT deleted AND storage_position IS NOT NULL ORDER BY id LIMIT 40`,
  );
  await pool.end();
  return rows.map((row) => row.barcode);
}

/**
 * Measure scans. The person holds one tube, and the scan of any other tube tells them to finish that one
 * first, so each scan has a new verdict.
 */
async function measureScans(handheld: Handheld, codes: readonly string[]): Promise<FigureRow[]> {
  const keyboard = await handheld.context.newCDPSession(handheld.page);
  const afterEnter: number[] = [];
  const afterFirstKey: number[] = [];
  const [inHand, ...otherCodes] = codes;
  if (inHand === undefined) throw new Error('The demo lab has no stored samples.');
  await scanOnce(handheld, keyboard, inHand);
  for (let i = 0; i < SCANS + 5; i += 1) {
    const code = otherCodes[i % otherCodes.length];
    if (code === undefined) throw new Error('The demo lab has one stored sample only.');
    await pause(NEXT_TUBE_MS);
    const [enter = 0, firstKey = 0] = await scanOnce(handheld, keyboard, code);
    if (i < 5) continue;
    afterEnter.push(enter);
    afterFirstKey.push(firstKey);
  }
  return [
    {
      what: 'scan → visible result, offline, CPU ÷ 6, p50 / p95',
      measured: p50p95(afterEnter),
      floor: null,
      ratio: null,
      target: `p95 ≤ ${TARGET_MS} ms`,
      pass: percentile(afterEnter, 0.95) <= TARGET_MS,
    },
    {
      what: 'the same from the first key of its code',
      measured: p50p95(afterFirstKey),
      floor: null,
      ratio: null,
      target: null,
      pass: null,
    },
  ];
}

async function measureColdStart(stage: Stage, profile: string, url: string): Promise<FigureRow> {
  const durations: number[] = [];
  for (let round = 0; round < STARTS; round += 1) {
    const { context, page, readTimes } = await openHandheld(stage, profile);
    await context.addInitScript(reportWhenReady);
    await context.setOffline(true);
    await slowDown(page, 6);
    await page.goto(`${url}${SCREEN}`, { waitUntil: 'commit' });
    durations.push(...(await readTimes()));
    await context.close();
  }
  const middle = percentile(durations, 0.5);
  return {
    what: 'cold start offline → ready to scan, CPU ÷ 6, middle of 5',
    measured: ms(middle),
    floor: null,
    ratio: null,
    target: `≤ ${START_MS.toLocaleString('en')} ms`,
    pass: middle <= START_MS,
  };
}

/** The installed app on a slow handheld without a network: from a started browser to the result of a scan. */
export const scan: Figure = {
  id: 'scan',
  async run(stage) {
    const { server, databaseUrl } = await stage.lab();
    const profile = stage.folder('handheld');
    const handheld = await openHandheld(stage, profile);
    const { context, page } = handheld;
    await signInOnPage(page, server.url, TECH);
    await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
    await page.goto(`${server.url}${SCREEN}`);
    await ready(page).waitFor();
    await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
    await page.getByText('Synced', { exact: false }).first().waitFor();
    await context.setOffline(true);
    await slowDown(page, 6);
    const codes = await codesOfLab(databaseUrl);
    const rows = await measureScans(handheld, codes);
    await context.close();
    return [...rows, await measureColdStart(stage, profile, server.url)];
  },
};
