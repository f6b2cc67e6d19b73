// Installs node_modules when it is missing or belongs to another lock file. Plain Node: it runs before any package exists.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

export const ROOT = fileURLToPath(new URL('..', import.meta.url));

const STAMP = path.join(ROOT, 'node_modules', '.benchside-lock');
const OLDEST = [20, 19];

const lockHash = () =>
  createHash('sha256')
    .update(readFileSync(path.join(ROOT, 'package-lock.json')))
    .digest('hex');

/** Refuse an old Node with one line, before its first syntax error. */
export function assertNode(version = process.versions.node) {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  if (major > OLDEST[0] || (major === OLDEST[0] && minor >= OLDEST[1])) return;
  throw new Error(`Node ${version} is too old. Install Node ${OLDEST.join('.')} or later.`);
}

/**
 * Check whether node_modules is up to date with the lock file that npm wrote into it, also after a manual
 * installation.
 */
function isInstalled() {
  const marker = path.join(ROOT, 'node_modules', '.package-lock.json');
  if (!existsSync(marker)) return false;
  if (existsSync(STAMP)) return readFileSync(STAMP, 'utf8') === lockHash();
  const installed = JSON.parse(readFileSync(marker, 'utf8')).packages ?? {};
  const wanted = JSON.parse(readFileSync(path.join(ROOT, 'package-lock.json'), 'utf8')).packages ?? {};
  return Object.entries(wanted).every(([name, entry]) => {
    if (name === '' || entry.optional || entry.peer) return true;
    return installed[name]?.version === entry.version;
  });
}

/** Run `npm ci` when needed. */
export function installPackages() {
  if (isInstalled()) {
    writeFileSync(STAMP, lockHash());
    return;
  }
  console.log('Installing packages (npm ci) …');
  // The npm that started this script is used, with its settings and registry.
  const npm = process.env.npm_execpath;
  const args = ['ci', '--include=dev', '--no-fund', '--no-audit'];
  const options = { cwd: ROOT, stdio: 'inherit', env: { ...process.env, NODE_ENV: 'development' } };
  const result = npm?.endsWith('.js')
    ? spawnSync(process.execPath, [npm, ...args], options)
    : spawnSync(process.platform === 'win32' ? 'npm.cmd' : 'npm', args, {
        ...options,
        shell: process.platform === 'win32',
      });
  if (result.status !== 0)
    throw new Error('The packages could not be installed. Read the lines of npm above.');
  writeFileSync(STAMP, lockHash());
}
