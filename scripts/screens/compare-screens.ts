import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { ROOT } from '../install-packages.mjs';

/**
 * Take the screens of an earlier revision with today's script: in a checkout of its own, with the packages that
 * are installed here.
 */
export function takeEarlierScreens(revision: string, folder: string, only: string | undefined): void {
  const checkout = path.join(mkdtempSync(path.join(os.tmpdir(), 'benchside-before-')), 'checkout');
  const git = (...args: string[]): void => {
    execFileSync('git', args, { cwd: ROOT, stdio: 'inherit' });
  };
  git('worktree', 'add', '--detach', checkout, revision);
  try {
    symlinkSync(path.join(ROOT, 'node_modules'), path.join(checkout, 'node_modules'));
    for (const name of ['screenshots.ts', 'screens'])
      cpSync(path.join(ROOT, 'scripts', name), path.join(checkout, 'scripts', name), { recursive: true });
    const args = ['--import', 'tsx', 'scripts/screenshots.ts', '--skip-missing', '--folder', folder];
    if (only !== undefined) args.push('--only', only);
    execFileSync(process.execPath, args, { cwd: checkout, stdio: 'inherit' });
  } finally {
    git('worktree', 'remove', '--force', checkout);
    rmSync(path.dirname(checkout), { recursive: true, force: true });
  }
}

const pictureOf = (folder: string, side: string, name: string): string =>
  existsSync(path.join(folder, side, name)) ? `<img src="${side}/${name}" alt="${name}, ${side}">` : '';

/** Write a page with each screen before and after; returns its path. */
export function writeComparison(folder: string, revision: string): string {
  const rows = readdirSync(path.join(folder, 'after'))
    .filter((name) => name.endsWith('.png'))
    .map(
      (name) =>
        `<tr><th>${name}</th><td>${pictureOf(folder, 'before', name)}</td><td>${pictureOf(folder, 'after', name)}</td></tr>`,
    );
  const file = path.join(folder, 'index.html');
  writeFileSync(
    file,
    `<!doctype html><title>Screens since ${revision}</title><style>img { width: 100%; border: 1px solid #ccc } td { width: 45%; vertical-align: top }</style>
<table><tr><th>Screen</th><th>${revision}</th><th>Now</th></tr>${rows.join('')}</table>`,
  );
  return file;
}
