import { execFile } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { type Browser, expect, type Page, test } from '@playwright/test';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { LABEL_STOCK, type LabelDpi, type LabelKind } from '#db/labels/label-kind.ts';
import { LabelSheet, labelPageStyle } from './label-sheet.tsx';
import { decodeLabels } from './rasterise-labels.ts';

const run = promisify(execFile);

const labelsOf = (prefix: string) =>
  Array.from({ length: 12 }, (_, n) => ({
    barcode: `${prefix}${String(n + 1).padStart(2, '0')}`,
    lines: ['Ada’s tube', 'EXTRACT 21 Nov 2026'],
  }));

const showSheet = async (page: Page, kind: LabelKind, dpi: LabelDpi, labels: ReturnType<typeof labelsOf>) => {
  const sheet = renderToStaticMarkup(createElement(LabelSheet, { kind, labels, copies: 1, dpi }));
  await page.setContent(`<!doctype html><style>${labelPageStyle(kind)}</style>${sheet}`);
};

const hasPdfToPpm = (): Promise<boolean> =>
  run('pdftoppm', ['-v']).then(
    () => true,
    () => false,
  );

/** The printed pages at the printer's resolution. */
const rasterise = async (pdf: Buffer, dpi: number): Promise<Buffer[]> => {
  const folder = await mkdtemp(join(tmpdir(), 'labels-'));
  try {
    await writeFile(join(folder, 'labels.pdf'), pdf);
    await run('pdftoppm', ['-r', String(dpi), '-png', join(folder, 'labels.pdf'), join(folder, 'page')]);
    const pages = (await readdir(folder)).filter((name) => name.endsWith('.png')).sort();
    return await Promise.all(pages.map((name) => readFile(join(folder, name))));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
};

/** Draw each label at the printer's resolution without poppler, alone on its page as on the roll. */
const drawPages = async (
  browser: Browser,
  kind: LabelKind,
  dpi: LabelDpi,
  labels: ReturnType<typeof labelsOf>,
) => {
  const context = await browser.newContext({
    deviceScaleFactor: dpi / 96,
    viewport: { width: 400, height: 200 },
  });
  const page = await context.newPage();
  const pages: Buffer[] = [];
  for (const label of labels) {
    await showSheet(page, kind, dpi, [label]);
    pages.push(await page.screenshot());
  }
  await context.close();
  return pages;
};

const pageCount = (pdf: Buffer): number =>
  pdf.toString('latin1').match(/\/Type\s*\/Page\b(?!s)/g)?.length ?? 0;
const pageSizes = (pdf: Buffer): string[] => [
  ...new Set(pdf.toString('latin1').match(/\/MediaBox\s*\[[^\]]*\]/g)),
];

for (const [kind, prefix] of [
  ['TUBE', 'W26325-0007-'],
  ['PLATE_EDGE', 'W26325-S'],
  ['BOX', 'BOX-00'],
  ['STORAGE_PLACE', 'FRZ-03-SHELF-'],
] as const)
  for (const dpi of [203, 300] as const)
    test(`twelve ${LABEL_STOCK[kind].label.toLowerCase()} labels printed at ${dpi} dpi are all readable`, async ({
      page,
      browser,
    }) => {
      const labels = labelsOf(prefix);
      await showSheet(page, kind, dpi, labels);
      const pdf = await page.pdf({ preferCSSPageSize: true, printBackground: true });
      expect(pageCount(pdf)).toBe(12);
      expect(pageSizes(pdf)).toHaveLength(1);
      const [width, height] = (pageSizes(pdf)[0]?.match(/[\d.]+/g) ?? []).slice(2).map(Number);
      expect(Math.abs((width ?? 0) - (LABEL_STOCK[kind].widthMm / 25.4) * 72)).toBeLessThan(1);
      expect(Math.abs((height ?? 0) - (LABEL_STOCK[kind].heightMm / 25.4) * 72)).toBeLessThan(1);
      const pages = (await hasPdfToPpm())
        ? await rasterise(pdf, dpi)
        : await drawPages(browser, kind, dpi, labels);
      expect(await decodeLabels(pages)).toEqual(labels.map(({ barcode }) => barcode));
    });

test('labels drawn at the printer’s dots without poppler are readable too', async ({ browser }) => {
  const labels = labelsOf('W26325-0007-');
  const pages = await drawPages(browser, 'TUBE', 203, labels);
  expect(await decodeLabels(pages)).toEqual(labels.map(({ barcode }) => barcode));
});
