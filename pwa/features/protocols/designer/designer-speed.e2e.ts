import { expect, type Page } from '@playwright/test';
import { ulid } from 'ulid';
import { z } from 'zod';
import {
  buildDraftField,
  buildDraftSection,
  buildDraftStep,
  buildSettings,
} from '#db/factories/build-procedure-drafts.ts';
import type { DraftSection } from '#db/protocols/procedures/procedure-content.ts';
import { test } from '#pwa/testing/browser/bench-test.ts';
import { slowDown } from '#scripts/bench/lab-session.ts';

test.use({ serviceWorkers: 'block' });

const SLOWER = 6;
const KEYS = 20;
/** How much slower the long procedure may be than one of a single field. */
const MOST_TIMES = 3;

const sectionsOf = (count: number, steps: number, fields: number): DraftSection[] =>
  Array.from({ length: count }, (_, section) =>
    buildDraftSection({
      id: ulid(),
      name: `Section ${section + 1}`,
      steps: Array.from({ length: steps }, (_none, step) =>
        buildDraftStep({
          id: ulid(),
          title: `Step ${section + 1}.${step + 1}`,
          fields: Array.from({ length: fields }, (_field, field) =>
            buildDraftField({
              id: ulid(),
              name: `value${section}_${step}_${field}`,
              label: `Value ${section + 1}.${step + 1}.${field + 1}`,
            }),
          ),
        }),
      ),
    }),
  );

/** Write a draft through the calls of the page's session. */
async function createDraft(page: Page, code: string, sections: readonly DraftSection[]): Promise<string> {
  const procedureId = ulid();
  const settings = buildSettings({ name: code });
  const calls = {
    created: { procedureId, code, batchType: 'EXTRACTION', research: false, settings },
    saved: {
      operation: 'save-procedure-draft',
      args: { procedureId, seenVersion: 1, settings, sections },
    },
  };
  const status = await page.evaluate(
    async (bodies) => {
      const send = async (method: string, body: string): Promise<number> =>
        (
          await fetch('/api/lab/procedures', {
            method,
            headers: { 'content-type': 'application/json' },
            body,
          })
        ).status;
      return [await send('POST', bodies.created), await send('PATCH', bodies.saved)];
    },
    { created: JSON.stringify(calls.created), saved: JSON.stringify(calls.saved) },
  );
  expect(status).toEqual([200, 200]);
  return procedureId;
}

/** Open the designer from the page of the draft; returns the milliseconds until its outline is drawn. */
async function openDesigner(page: Page): Promise<number> {
  const edit = page.getByRole('button', { name: 'Edit', exact: true });
  await edit.waitFor();
  const openTime = page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        let start = 0;
        addEventListener('click', () => (start = performance.now()), { capture: true, once: true });
        const checkOutline = (): void => {
          if (start > 0 && document.querySelector('[role="treeitem"]')) resolve(performance.now() - start);
          else requestAnimationFrame(checkOutline);
        };
        checkOutline();
      }),
  );
  await edit.click();
  return openTime;
}

/** Type into a field; returns the milliseconds from each key to the frame that follows it, in order of length. */
async function typeKeys(page: Page, label: string): Promise<number[]> {
  await page.getByRole('textbox', { name: label, exact: true }).focus();
  await page.evaluate(() => {
    Object.assign(window, { keyTime: null });
    addEventListener(
      'keydown',
      () => {
        const start = performance.now();
        requestAnimationFrame(() =>
          setTimeout(() => Object.assign(window, { keyTime: performance.now() - start })),
        );
      },
      { capture: true },
    );
  });
  const times: number[] = [];
  for (let key = 0; key < KEYS; key += 1) {
    await page.evaluate(() => Object.assign(window, { keyTime: null }));
    await page.keyboard.press('x');
    const time = await page.waitForFunction(() => Reflect.get(window, 'keyTime'));
    times.push(z.number().parse(await time.jsonValue()));
  }
  return times.sort((one, other) => one - other);
}

/** Open a draft and type into the label of a field at the end. */
async function measure(
  page: Page,
  path: readonly string[],
): Promise<{ open: number; median: number; slowest: number }> {
  await slowDown(page, SLOWER);
  const open = await openDesigner(page);
  for (const name of path) await page.getByRole('treeitem', { name, exact: true }).click();
  const keys = await typeKeys(page, 'Label');
  await slowDown(page, 1);
  await expect(page.getByText('Saved', { exact: true })).toBeVisible();
  return {
    open: Math.round(open),
    median: Math.round(keys[KEYS / 2] ?? 0),
    slowest: Math.round(keys.at(-1) ?? 0),
  };
}

test('a procedure of 600 fields opens and takes keys like a short one', { tag: '@walk' }, async ({
  newDevice,
}) => {
  const device = await newDevice('desktop');
  const { page } = device;
  await page.setViewportSize({ width: 1440, height: 900 });
  await device.signIn('LAB_MANAGER');
  await device.open('/lab/procedures');
  const figures: Record<string, { open: number; median: number; slowest: number }> = {};
  // The first draft loads and compiles the code of the designer; its figures do not count.
  for (const [code, sections, path] of [
    ['SOP-FIRST', sectionsOf(1, 1, 1), ['Section 1', 'Step 1.1', 'Value 1.1.1']],
    ['SOP-SHORT', sectionsOf(1, 1, 1), ['Section 1', 'Step 1.1', 'Value 1.1.1']],
    ['SOP-LONG', sectionsOf(40, 3, 5), ['Section 40', 'Step 40.3', 'Value 40.3.5']],
  ] as const) {
    const id = await createDraft(page, code, sections);
    await device.open(`/lab/procedures/${id}`);
    await page.getByRole('heading', { level: 1 }).waitFor();
    figures[code] = await measure(page, path);
  }
  const { 'SOP-SHORT': short, 'SOP-LONG': long } = figures;
  await test.info().attach('figures', { body: JSON.stringify(figures), contentType: 'application/json' });
  process.stdout.write(`${JSON.stringify(figures)}\n`);
  // Both run in the same minute on the same machine; the absolute figures are in the report.
  expect(long?.open).toBeLessThan(MOST_TIMES * (short?.open ?? 0));
  expect(long?.median).toBeLessThan(MOST_TIMES * (short?.median ?? 0));
});
