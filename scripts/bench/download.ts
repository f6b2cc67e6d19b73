import { readFileSync } from 'node:fs';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { ShownDraft } from '#db/ordering/drafts/shown-draft.ts';
import type { Figure, FigureRow } from './figure.ts';
import { signInOnPage, signInOverHttp, TECH } from './lab-session.ts';
import { serviceOnSale } from './placing-orders.ts';
import type { Stage } from './stage.ts';

const BENCH_KB = 350;
const ORDER_KB = 250;
const SETTLE_MS = 6_000;

const KINDS = [
  { who: 'lab tech, from sign-in to the bench home', email: TECH, path: '/', limit: BENCH_KB },
  { who: 'lab tech, start on the bench home', email: TECH, path: '/', limit: BENCH_KB, again: true },
  {
    who: 'lab tech, start on moving samples',
    email: TECH,
    path: '/lab/samples/move',
    limit: BENCH_KB,
    again: true,
  },
  {
    who: 'customer, from sign-in to the home page',
    email: 'company-user@wbl.example',
    path: '/',
    limit: null,
  },
  {
    who: 'customer, start on the order page',
    email: 'company-user@wbl.example',
    path: '/order/create',
    limit: ORDER_KB,
    again: true,
  },
  {
    who: 'customer, start on the details of an order',
    email: 'company-user@wbl.example',
    path: (draft: string) => `/order/${draft}?step=details`,
    limit: ORDER_KB,
    again: true,
  },
  {
    who: 'customer, start on the specimens of an order',
    email: 'company-user@wbl.example',
    path: (draft: string) => `/order/${draft}?step=specimens`,
    limit: null,
    again: true,
  },
] as const;

/**
 * List the scripts that a page requested itself; background requests of the service worker are another
 * figure.
 */
async function scriptsOf(stage: Stage, kind: (typeof KINDS)[number], draft: string): Promise<Set<string>> {
  const { server } = await stage.lab();
  const context = await (await stage.browser()).newContext({ serviceWorkers: 'block' });
  const page = await context.newPage();
  const files = new Set<string>();
  page.on('response', (response) => {
    const { pathname } = new URL(response.url());
    if (/\.m?js$/.test(pathname)) files.add(pathname);
  });
  await signInOnPage(page, server.url, kind.email);
  await page.locator('h1').first().waitFor({ timeout: 60_000 });
  await page.waitForTimeout(SETTLE_MS);
  if ('again' in kind) {
    files.clear();
    await page.goto(`${server.url}${typeof kind.path === 'string' ? kind.path : kind.path(draft)}`);
  }
  await page.locator('h1').first().waitFor({ timeout: 60_000 });
  // The stream to the server stays open, so the network is never idle at the bench: a fixed time ends the
  // count.
  await page.waitForTimeout(SETTLE_MS);
  await context.close();
  return files;
}

/** Create a draft order of the customer; returns its id. */
async function beginOrder(stage: Stage): Promise<string> {
  const { server, databaseUrl } = await stage.lab();
  const call = await signInOverHttp(server.url, 'company-user@wbl.example');
  const protocolId = await serviceOnSale(databaseUrl);
  return ShownDraft.parse(await call('/api/create-order', { protocolId })).order.id;
}

const largest = (dist: string, files: Iterable<string>): string =>
  [...files]
    .map((file) => ({ file, size: kilobytes(dist, [file]) }))
    .sort((a, b) => b.size - a.size)
    .slice(0, 12)
    .map(({ file, size }) => `${path.basename(file).replace(/-[\w-]{8}\.js$/, '')} ${Math.round(size)}`)
    .join(', ');

const kilobytes = (dist: string, files: Iterable<string>): number => {
  let bytes = 0;
  for (const file of files) bytes += gzipSync(readFileSync(path.join(dist, file))).length;
  return bytes / 1_024;
};

async function measure(stage: Stage, kind: (typeof KINDS)[number], draft: string): Promise<FigureRow> {
  const files = await scriptsOf(stage, kind, draft);
  const size = kilobytes(stage.dist(), files);
  return {
    what: `JavaScript, gzipped: ${kind.who}`,
    measured: `${Math.round(size)} KB in ${files.size} files`,
    floor: null,
    ratio: null,
    target: kind.limit === null ? null : `≤ ${kind.limit} KB`,
    pass: kind.limit === null ? null : size <= kind.limit,
    note: `the largest, in KB: ${largest(stage.dist(), files)}`,
  };
}

/** Downloads of each kind of user until the first page is shown. */
export const download: Figure = {
  id: 'javascript',
  async run(stage) {
    const rows: FigureRow[] = [];
    const draft = await beginOrder(stage);
    for (const kind of KINDS) rows.push(await measure(stage, kind, draft));
    return rows;
  },
};
