// npm test: installs what is missing, runs every check, ends with one line `N passed, N failed`.
import { spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { assertNode, installPackages, ROOT } from './install-packages.mjs';
import { ensureChromium } from './setup-chromium.mjs';
import { countPlaywright, countVitest, slowestFiles } from './testing/count-results.mjs';
import { EXTRA_RESULTS_FILE } from './testing/extra-results.mjs';

const reports = mkdtempSync(path.join(os.tmpdir(), 'benchside-reports-'));
const total = { passed: 0, failed: 0, skipped: [], unsteady: [], failures: [], broken: [], durations: [] };
const quick = process.argv.includes('--quick');
// The walks over all pages come last; a machine with a time limit leaves out those that begin after these minutes.
const { WALK_MINUTES } = process.env;
const walkDeadline = WALK_MINUTES
  ? { WALK_DEADLINE: String(Date.now() + Number(WALK_MINUTES) * 60_000) }
  : {};

const bin = (file) => path.join(ROOT, 'node_modules', file);

/** Run a step. Returns null when it succeeded, else how its process ended. */
function run(args, env = {}) {
  const options = { cwd: ROOT, stdio: ['ignore', 'inherit', 'inherit'], env: { ...process.env, ...env } };
  const { status, signal } = spawnSync(process.execPath, args, options);
  return status === 0 ? null : (signal ?? `exit code ${status}`);
}

/** Add a step with a report: it fails when its exit code or its report does. */
function add(name, end, counted) {
  const unexplained = end !== null && counted.failed === 0;
  const failed = unexplained ? 1 : counted.failed;
  if (unexplained) total.failures.push(`${name}: ended with ${end} outside its report; see what it printed.`);
  total.passed += counted.passed;
  total.failed += failed;
  total.skipped.push(...counted.skipped);
  total.unsteady.push(...(counted.unsteady ?? []));
  total.failures.push(...(counted.failures ?? []));
  total.durations.push(...(counted.durations ?? []));
  if (failed > 0) total.broken.push(name);
}

/** Run a step whose output is printed as one piece at its end, because other steps run beside it. */
function runBeside(args) {
  return new Promise((resolve) => {
    const step = spawn(process.execPath, args, { cwd: ROOT, stdio: ['ignore', 'pipe', 'pipe'] });
    const output = [];
    for (const stream of [step.stdout, step.stderr]) stream.on('data', (piece) => output.push(piece));
    step.once('error', ({ message }) => resolve({ end: message, output }));
    step.once('close', (code, signal) =>
      resolve({ end: code === 0 ? null : (signal ?? `exit code ${code}`), output }),
    );
  });
}

async function check(name, args) {
  const { end, output } = await runBeside(args);
  console.log(`\n── ${name}`);
  process.stdout.write(Buffer.concat(output));
  add(name, end, { passed: end === null ? 1 : 0, failed: end === null ? 0 : 1, skipped: [] });
}

/** Run one check after the other. */
async function checkAll(checks) {
  for (const [name, args] of checks) await check(name, args);
}

function vitest(args) {
  console.log('\n── tests');
  const file = path.join(reports, 'vitest.json');
  const extraResults = path.join(reports, 'extra-results.json');
  const reporters = ['default', 'json', './scripts/testing/extra-results.mjs'];
  const report = [...reporters.map((name) => `--reporter=${name}`), `--outputFile.json=${file}`];
  const env = { [EXTRA_RESULTS_FILE]: extraResults };
  const end = run([bin('vitest/vitest.mjs'), 'run', ...report, ...args], env);
  add('tests', end, countVitest(file, extraResults));
}

function browserTests(name, args) {
  console.log(`\n── ${name}`);
  const file = path.join(reports, `${name.replaceAll(' ', '-')}.json`);
  const end = run([bin('@playwright/test/cli.js'), 'test', '--reporter=list,json', ...args], {
    PLAYWRIGHT_JSON_OUTPUT_NAME: file,
    ...walkDeadline,
  });
  add(name, end, countPlaywright(file));
}

function chromium() {
  try {
    process.env.CHROMIUM_PATH = ensureChromium();
    return true;
  } catch (error) {
    console.error(error.message);
    add('Chromium', 'no browser', { passed: 0, failed: 1, skipped: [] });
    return false;
  }
}

const build = "(await import('./scripts/build-app.mjs')).buildApp({ force: true })";
/** Types are checked against the freshly generated route tree, and browser tests run the built app. */
const BUILD_AND_TYPES = [
  ['build', ['--input-type=module', '-e', build]],
  ['types', [bin('typescript/bin/tsc'), '--noEmit', '-p', '.']],
];
const CHECKS_OF_SOURCES = [
  ['lint and format', [bin('@biomejs/biome/bin/biome'), 'check', '.']],
  ['dead code', [bin('knip/bin/knip.js'), '--no-progress']],
  ['rules of React', [bin('oxlint/bin/oxlint'), '--report-unused-disable-directives-severity=error', 'pwa']],
  ['rooms', ['--import', 'tsx', 'scripts/check-rooms.ts']],
  ['language', ['--import', 'tsx', 'scripts/check-language.ts']],
];

function list(title, names) {
  if (names.length === 0) return;
  console.log(`${title} (${names.length}):`);
  for (const name of names) console.log(`  ${name}`);
}

function conclude() {
  rmSync(reports, { recursive: true, force: true });
  console.log('');
  list(
    'Slowest test files',
    slowestFiles(total.durations).map((line) => line.replace(`${ROOT}${path.sep}`, '')),
  );
  list('Skipped', total.skipped);
  list('Passed only at the second try', total.unsteady);
  list('Failed', total.failures);
  if (total.broken.length > 0) console.log(`Failed in: ${total.broken.join(', ')}`);
  console.log(`${total.passed} passed, ${total.failed} failed`);
  process.exitCode = total.failed > 0 ? 1 : 0;
}

try {
  assertNode();
  installPackages();
} catch (error) {
  console.error(error.message);
  console.log('0 passed, 1 failed');
  process.exit(1);
}

const haveChromium = quick || chromium();
// Most of these compute on one core.
await Promise.all([checkAll(BUILD_AND_TYPES), checkAll(CHECKS_OF_SOURCES)]);
vitest(quick ? ['--project', 'node', '--project', 'dom'] : []);
if (!quick && haveChromium) {
  browserTests('browser tests', ['--grep-invert', '@walk']);
  browserTests('walks over all pages', ['--grep', '@walk']);
}
conclude();
