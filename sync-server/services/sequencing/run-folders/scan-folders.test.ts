import { mkdir, mkdtemp, rm, symlink, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import {
  findRunFolders,
  fingerprintOf,
  lastChangeOf,
  listRunFiles,
  resolveRunFolder,
  toFolderFiles,
} from './scan-folders.ts';

let root = '';
let outside = '';
beforeEach(async () => {
  root = await mkdtemp(path.join(tmpdir(), 'run-folders-'));
  outside = await mkdtemp(path.join(tmpdir(), 'run-outside-'));
});
afterEach(async () => {
  for (const folder of [root, outside]) await rm(folder, { recursive: true });
});

async function writeFiles(base: string, files: readonly string[]): Promise<void> {
  for (const file of files) {
    await mkdir(path.dirname(path.join(base, file)), { recursive: true });
    await writeFile(path.join(base, file), file);
  }
}

test('folders with a final summary are found down to five levels', async () => {
  await writeFiles(root, [
    'exp/sample/run1/final_summary_a.txt',
    'exp/sample/run2/sequencing_summary_a.txt',
    'a/b/c/d/e/final_summary_b.txt',
    'a/b/c/d/e2/f/final_summary_c.txt',
    'exp/sample/20261120_1000_1B_PBE19507_94e07fab/pod5_pass/a.pod5',
  ]);
  const runFolders = await findRunFolders(root);
  expect(runFolders.map((run) => [path.relative(root, run.path), run.isComplete])).toEqual([
    ['a/b/c/d/e', true],
    ['exp/sample/20261120_1000_1B_PBE19507_94e07fab', false],
    ['exp/sample/run1', true],
  ]);
});

test('symbolic links are not followed, to folders and to files', async () => {
  await writeFiles(outside, ['run/final_summary_a.txt', 'secret.txt']);
  await writeFiles(root, ['exp/run/final_summary_b.txt']);
  await symlink(path.join(outside, 'run'), path.join(root, 'linked'));
  await symlink(path.join(outside, 'secret.txt'), path.join(root, 'exp/run/report_x.txt'));
  await mkdir(path.join(root, 'other'));
  await symlink(path.join(outside, 'run/final_summary_a.txt'), path.join(root, 'other/final_summary_a.txt'));
  expect(await findRunFolders(root)).toEqual([{ path: path.join(root, 'exp/run'), isComplete: true }]);
  const files = await listRunFiles(path.join(root, 'exp/run'), false);
  expect(files.map((file) => file.path)).toEqual(['final_summary_b.txt']);
});

test('a file that becomes a link before it is opened is not read', async () => {
  await writeFiles(outside, ['secret.txt']);
  await writeFiles(root, ['run/report_x.txt']);
  const files = toFolderFiles(await listRunFiles(path.join(root, 'run'), false));
  expect(await new Response(files[0]?.open()).text()).toBe('run/report_x.txt');
  await rm(path.join(root, 'run/report_x.txt'));
  await symlink(path.join(outside, 'secret.txt'), path.join(root, 'run/report_x.txt'));
  await expect(new Response(files[0]?.open()).text()).rejects.toThrow();
});

test('the fingerprint changes with a file that is written, and not with reads and signals', async () => {
  await writeFiles(root, ['run/report_x.json', 'run/pod5_pass/a.pod5', 'run/bam_pass/barcode01/a.bam']);
  const folder = path.join(root, 'run');
  const print = async () => fingerprintOf(await listRunFiles(folder, true));
  const before = await print();
  await writeFiles(root, ['run/pod5_pass/b.pod5']);
  expect(await print()).toBe(before);
  await writeFile(path.join(folder, 'report_x.json'), 'longer than it was before');
  expect(await print()).not.toBe(before);
  expect((await listRunFiles(folder, false)).map((file) => file.path)).toEqual([
    'bam_pass/barcode01/a.bam',
    'pod5_pass/a.pod5',
    'pod5_pass/b.pod5',
    'report_x.json',
  ]);
});

test('the last change of a folder is that of its newest file', async () => {
  await writeFiles(root, ['run/report_x.json', 'run/pod5_pass/a.pod5']);
  const at = new Date('2026-11-20T10:00:00.000Z');
  await utimes(path.join(root, 'run/report_x.json'), at, at);
  const newest = new Date('2026-11-20T11:00:00.000Z');
  await utimes(path.join(root, 'run/pod5_pass/a.pod5'), newest, newest);
  expect(lastChangeOf(await listRunFiles(path.join(root, 'run'), false))).toBe(newest.getTime());
});

test('a named folder is found below a root only', async () => {
  await writeFiles(root, ['exp/run/final_summary_b.txt']);
  await writeFiles(outside, ['run/final_summary_a.txt']);
  await symlink(path.join(outside, 'run'), path.join(root, 'linked'));
  const roots = ['/no/such/folder', root];
  expect(await resolveRunFolder(roots, 'exp/run')).toBe(path.join(root, 'exp/run'));
  expect(await resolveRunFolder(roots, path.join(root, 'exp'))).toBe(path.join(root, 'exp'));
  for (const name of ['.', '..', 'exp/../..', 'linked', outside, '/etc', 'exp/run/final_summary_b.txt'])
    expect(await resolveRunFolder(roots, name)).toBeNull();
});
