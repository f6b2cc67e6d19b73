// Builds the app when its sources have changed since the last build.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { ROOT } from './install-packages.mjs';

const SOURCES = ['pwa', 'db', 'scripts/build', 'vite.config.ts', 'tsconfig.json', 'package-lock.json'];
const STAMP = path.join(ROOT, 'node_modules', '.cache', 'benchside-build');
const isTest = (name) =>
  /\.(test|e2e)\.tsx?$/.test(name) || name.endsWith('.sql') || name.endsWith('.gen.ts');

function* filesOf(place) {
  const entries = readdirSync(place, { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1));
  for (const entry of entries) {
    const file = path.join(place, entry.name);
    if (entry.isDirectory()) yield* filesOf(file);
    else if (!isTest(entry.name)) yield file;
  }
}

/** Compute a hash over names and contents of everything that the build reads. */
function sourcesHash() {
  const hash = createHash('sha256').update(process.env.BUILD_VERSION ?? '');
  for (const source of SOURCES) {
    const place = path.join(ROOT, source);
    if (!existsSync(place)) continue;
    const files = source.includes('.') ? [place] : filesOf(place);
    for (const file of files) hash.update(path.relative(ROOT, file)).update('\0').update(readFileSync(file));
  }
  return hash.digest('hex');
}

const isBuilt = (hash) =>
  existsSync(path.join(ROOT, 'dist', 'index.html')) &&
  existsSync(STAMP) &&
  readFileSync(STAMP, 'utf8') === hash;

/** Build with vite unless `dist` was built from the current sources. */
export function buildApp({ force = false } = {}) {
  const hash = sourcesHash();
  if (!force && isBuilt(hash)) return;
  console.log('Building the app …');
  const vite = path.join(ROOT, 'node_modules', 'vite', 'bin', 'vite.js');
  const result = spawnSync(process.execPath, [vite, 'build', '--logLevel', 'warn'], {
    cwd: ROOT,
    stdio: 'inherit',
  });
  if (result.status !== 0) throw new Error('The app could not be built. Read the lines of vite above.');
  mkdirSync(path.dirname(STAMP), { recursive: true });
  writeFileSync(STAMP, hash);
}
