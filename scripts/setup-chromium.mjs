// Finds a Chromium for the browser tests, or installs one; prints its path on the last line.
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';

const KNOWN = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/opt/google/chrome/chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
];

/**
 * Check whether this file starts as a browser. A package may be installed without the libraries that it
 * needs.
 */
function works(file) {
  if (!file || !existsSync(file)) return false;
  const answer = spawnSync(file, ['--version', '--no-sandbox'], { encoding: 'utf8', timeout: 30_000 });
  return answer.status === 0 && /chrom/i.test(answer.stdout);
}

/** Find Playwright's own copy, when it was downloaded before. */
function playwrightCopy() {
  try {
    const { chromium } = createRequire(import.meta.url)('@playwright/test');
    return chromium.executablePath();
  } catch {
    return '';
  }
}

/** Find a Chromium on this machine; an empty string when there is none. */
export function findChromium() {
  const candidates = [process.env.CHROMIUM_PATH, ...KNOWN, playwrightCopy()];
  return candidates.find((file) => works(file)) ?? '';
}

const attempt = (name, command, args) => {
  console.log(`Installing a Chromium: ${name}`);
  const result = spawnSync(command, args, { stdio: ['ignore', 'inherit', 'inherit'], timeout: 900_000 });
  return result.status === 0;
};

const hasApt = () => process.getuid?.() === 0 && existsSync('/usr/bin/apt-get');

/** Find or install a Chromium; throws with the step to take when neither is possible. */
export function ensureChromium() {
  const found = findChromium();
  if (found) return found;
  if (hasApt()) {
    process.env.DEBIAN_FRONTEND = 'noninteractive';
    attempt("Debian's package lists", 'apt-get', ['update', '-qq']);
    attempt("Debian's package", 'apt-get', ['install', '-y', '-qq', '--no-install-recommends', 'chromium']);
    if (findChromium()) return findChromium();
  }
  const cli = fileURLToPath(new URL('../node_modules/@playwright/test/cli.js', import.meta.url));
  const withLibraries = hasApt() ? ['--with-deps'] : [];
  attempt("Playwright's", process.execPath, [cli, 'install', ...withLibraries, 'chromium']);
  const installed = findChromium();
  if (installed) return installed;
  throw new Error(
    'No Chromium could be found or installed, and the browser tests need one. Install Chromium or Google Chrome, or set CHROMIUM_PATH.',
  );
}

if (process.argv[1] && fileURLToPath(import.meta.url) === process.argv[1]) {
  try {
    const file = ensureChromium();
    console.log(execFileSync(file, ['--version', '--no-sandbox'], { encoding: 'utf8' }).trim());
    console.log(file);
  } catch (error) {
    console.error(error.message);
    process.exit(1);
  }
}
