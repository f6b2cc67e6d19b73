// npm start: from a fresh clone to a running server. Plain Node, because it runs before any package is installed.
import { spawn } from 'node:child_process';
import path from 'node:path';
import { assertNode, installPackages, ROOT } from './install-packages.mjs';

function fail(error) {
  console.error(`Benchside cannot start: ${error.message}`);
  process.exit(1);
}

/**
 * Run the server in this terminal and exit with its code; signals to this process go to the server, and it
 * waits for the end.
 */
function runServer() {
  const main = path.join(ROOT, 'sync-server', 'main.ts');
  const child = spawn(process.execPath, ['--import', 'tsx', main], { cwd: ROOT, stdio: 'inherit' });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill('SIGTERM'));
  child.once('error', fail);
  child.once('exit', (code, signal) => process.exit(code ?? (signal ? 1 : 0)));
}

try {
  assertNode();
  installPackages();
  const { buildApp } = await import('./build-app.mjs');
  buildApp();
  runServer();
} catch (error) {
  fail(error);
}
