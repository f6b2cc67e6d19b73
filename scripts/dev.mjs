// npm run dev: the server restarts when its files change, vite reloads the page; one Ctrl+C ends both.
import { spawn } from 'node:child_process';
import path from 'node:path';
import { assertNode, installPackages, ROOT } from './install-packages.mjs';

assertNode();
installPackages();
const bin = (name, file) => path.join(ROOT, 'node_modules', name, file);
const env = { ...process.env, NODE_ENV: 'development' };
const start = (args) => spawn(process.execPath, args, { cwd: ROOT, stdio: 'inherit', env });
const children = [
  start([
    bin('tsx', 'dist/cli.mjs'),
    'watch',
    '--clear-screen=false',
    '--exclude',
    './pwa/**',
    'sync-server/main.ts',
  ]),
  start([bin('vite', 'bin/vite.js')]),
];
const stop = () => {
  for (const child of children) child.kill('SIGTERM');
};
process.on('SIGTERM', stop);
process.on('SIGINT', () => undefined);
for (const child of children) child.once('exit', stop);
