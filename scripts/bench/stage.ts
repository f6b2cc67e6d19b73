import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Browser, chromium } from '@playwright/test';
import express from 'express';
import pg from 'pg';
import { buildApp } from '#scripts/build-app.mjs';
import { ROOT } from '#scripts/install-packages.mjs';
import { ensureChromium } from '#scripts/setup-chromium.mjs';
import { startEmbeddedPostgres } from '#sync-server/postgres/embedded-postgres.ts';
import { migrate } from '#sync-server/postgres/migrate.ts';
import { createPool } from '#sync-server/postgres/pool.ts';
import { type LabServer, startLabServer } from './start-lab-server.ts';

/** Serve a folder on a free port of the loopback address. */
async function serveFolder(folder: string): Promise<{ url: string; close(): Promise<void> }> {
  const app = express();
  app.use(express.static(folder));
  const server = http.createServer(app);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  // The cast is safe: a server that listens on TCP has an address with a port.
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://localhost:${port}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

const PAGE = fileURLToPath(new URL('./page', import.meta.url));

/** Chromium switches: no background work may disturb the measurement. */
export const QUIET = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
];

/** Shared resources of the figures; each is created at its first use. */
export interface Stage {
  /** Return a folder that is removed at the end. */
  folder(name: string): string;
  chromiumPath(): string;
  browser(): Promise<Browser>;
  /** Return the folder of the built app. */
  dist(): string;
  /** Return the folder of the built measuring page. */
  pageFolder(): string;
  /** Return the address of the measuring page alone, without a server behind it. */
  pageUrl(): Promise<string>;
  /**
   * Start the real server with the real app and the measuring page under `/bench-page/`; one for each name.
   */
  lab(name?: string): Promise<{ server: LabServer; databaseUrl: string }>;
  /** Create a migrated database, or a copy of another one. */
  database(name: string, copyOf?: string): Promise<string>;
  /** Return the address of a database that was created before. */
  existing(name: string): Promise<string>;
  end(): Promise<void>;
}

/** Cache the result of the first call. */
const memoize = <T>(make: () => T): (() => T) => {
  let cached: { value: T } | null = null;
  return () => {
    cached ??= { value: make() };
    return cached.value;
  };
};

function buildPage(folder: string): string {
  const vite = path.join(ROOT, 'node_modules', 'vite', 'bin', 'vite.js');
  const args = ['build', PAGE, '--config', path.join(PAGE, 'vite.config.ts'), '--outDir', folder];
  const built = spawnSync(process.execPath, [vite, ...args, '--emptyOutDir', '--logLevel', 'warn'], {
    cwd: ROOT,
    stdio: 'inherit',
  });
  if (built.status !== 0) throw new Error('The measuring page could not be built.');
  return folder;
}

async function statement(url: string, text: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(text).finally(() => client.end());
}

const withDatabaseName = (url: string, name: string): string => {
  const changed = new URL(url);
  changed.pathname = `/${name}`;
  return changed.toString();
};

/** Open the stage; `dist` names an app that is built already. */
export function openStage(options: { dist?: string | undefined } = {}): Stage {
  const home = mkdtempSync(path.join(os.tmpdir(), 'benchside-bench-'));
  const endings: (() => Promise<unknown>)[] = [];
  const folder = (name: string): string => path.join(home, name);
  const chromiumPath = memoize(ensureChromium);
  const browser = memoize(async () => {
    const launched = await chromium.launch({ executablePath: chromiumPath(), args: QUIET });
    endings.push(() => launched.close());
    return launched;
  });
  const dist = memoize(() => {
    if (options.dist) return path.resolve(options.dist);
    buildApp();
    return path.join(ROOT, 'dist');
  });
  const page = memoize(() => buildPage(folder('page')));
  const pageUrl = memoize(async () => {
    const server = await serveFolder(page());
    endings.push(server.close);
    return server.url;
  });
  const cluster = memoize(async () => {
    const started = await startEmbeddedPostgres({ home: folder('postgres'), disposable: true });
    endings.push(() => started.stop());
    return started.ownerUrl;
  });
  const database = async (name: string, copyOf?: string): Promise<string> => {
    const admin = withDatabaseName(await cluster(), 'postgres');
    await statement(admin, `CREATE DATABASE ${name} TEMPLATE ${copyOf ?? 'template0'}`);
    const url = withDatabaseName(admin, name);
    const pool = createPool(url, { max: 2 });
    await migrate(pool).finally(() => pool.end());
    return url;
  };
  const existing = async (name: string): Promise<string> => withDatabaseName(await cluster(), name);
  const site = memoize(() => {
    const siteFolder = folder('site');
    cpSync(dist(), siteFolder, { recursive: true });
    cpSync(page(), path.join(siteFolder, 'bench-page'), { recursive: true });
    return siteFolder;
  });
  const labs = new Map<string, ReturnType<Stage['lab']>>();
  const startLab = async (name: string) => {
    const databaseUrl = await database(`lab_${name}`);
    const server = await startLabServer({ dist: site(), dataDirectory: folder(`data-${name}`), databaseUrl });
    endings.push(server.stop);
    return { server, databaseUrl };
  };
  const lab: Stage['lab'] = (name = 'demo') => {
    const running = labs.get(name) ?? startLab(name);
    labs.set(name, running);
    return running;
  };
  const end = async (): Promise<void> => {
    for (const ending of endings.reverse()) await ending().catch((error: unknown) => console.error(error));
    // A browser may still be writing its profile.
    rmSync(home, { recursive: true, force: true, maxRetries: 10, retryDelay: 300 });
  };
  return { folder, chromiumPath, browser, dist, pageFolder: page, pageUrl, lab, database, existing, end };
}
