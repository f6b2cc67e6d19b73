import { execFile } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Browser } from '@playwright/test';
import { loadPixels, prepareDecoderInNode } from '#pwa/scanning/camera/decode-rate.ts';
import { readSymbols } from '#pwa/scanning/camera/read-symbols.ts';

const run = promisify(execFile);

const hasPdfToPpm = (): Promise<boolean> =>
  run('pdftoppm', ['-v']).then(
    () => true,
    () => false,
  );

/** The printed pages at the printer's resolution. */
async function rasterise(pdf: Buffer, dpi: number): Promise<Buffer[]> {
  const folder = await mkdtemp(join(tmpdir(), 'labels-'));
  try {
    await writeFile(join(folder, 'labels.pdf'), pdf);
    await run('pdftoppm', ['-r', String(dpi), '-png', join(folder, 'labels.pdf'), join(folder, 'page')]);
    const pages = (await readdir(folder)).filter((name) => name.endsWith('.png')).sort();
    return await Promise.all(pages.map((name) => readFile(join(folder, name))));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Print a page's HTML as the browser does, at its own page size; returns a picture of each sheet. */
export async function printAndRasterise(browser: Browser, html: string, dpi: number): Promise<Buffer[]> {
  const context = await browser.newContext({ deviceScaleFactor: dpi / 96 });
  try {
    const page = await context.newPage();
    await page.setContent(html);
    if (await hasPdfToPpm())
      return await rasterise(await page.pdf({ preferCSSPageSize: true, printBackground: true }), dpi);
    // Without poppler each label is drawn at the printer's resolution.
    await page.emulateMedia({ media: 'print' });
    const pictures: Buffer[] = [];
    for (const label of await page.getByRole('img').all()) pictures.push(await label.screenshot());
    return pictures;
  } finally {
    await context.close();
  }
}

let prepared = false;

/** Decode each printed page in order; null where no code is readable. */
export async function decodeLabels(pages: readonly Buffer[]): Promise<(string | null)[]> {
  if (!prepared) prepareDecoderInNode();
  prepared = true;
  const codes: (string | null)[] = [];
  for (const page of pages) {
    const [symbol] = await readSymbols(await loadPixels(page));
    codes.push(symbol?.text ?? null);
  }
  return codes;
}
