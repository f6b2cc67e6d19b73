// Run after `npm install` changed the lock file: npm leaves out optional packages of other platforms that its
// registry did not have at that moment, and `npm ci` then refuses the whole file. Also removes the registry's
// addresses.
import { readFileSync, writeFileSync } from 'node:fs';

const file = process.argv[2] ?? 'package-lock.json';
const lock = JSON.parse(readFileSync(file, 'utf8'));
const SYSTEMS = [
  'android',
  'darwin',
  'linux',
  'win32',
  'windows',
  'freebsd',
  'openbsd',
  'openharmony',
  'sunos',
  'aix',
  'netbsd',
];
const PROCESSORS = [
  'arm64',
  'x64',
  'arm',
  'ia32',
  'loong64',
  'mips64el',
  'ppc64',
  'riscv64',
  's390x',
  'wasm32',
];

/** Read the platform from the package's own name. */
function platformOf(name) {
  const parts = name.split(/[/-]/);
  const os = SYSTEMS.filter((system) => parts.includes(system)).map((system) =>
    system === 'windows' ? 'win32' : system,
  );
  const cpu = PROCESSORS.filter((processor) => parts.includes(processor));
  const libc =
    parts.at(-1) === 'musl' ? ['musl'] : parts.at(-1) === 'gnu' && os.includes('linux') ? ['glibc'] : [];
  return { os, cpu, libc };
}

function isLocked(from, name) {
  for (let folder = from; ; folder = folder.slice(0, Math.max(0, folder.lastIndexOf('node_modules/') - 1))) {
    if (lock.packages[`${folder ? `${folder}/` : ''}node_modules/${name}`]) return true;
    if (folder === '') return false;
  }
}

let added = 0;
for (const [from, entry] of Object.entries(lock.packages)) {
  delete entry.resolved;
  for (const [name, version] of Object.entries(entry.optionalDependencies ?? {})) {
    const { os, cpu, libc } = platformOf(name);
    if (isLocked(from, name) || cpu.length === 0 || !/^\d/.test(version)) continue;
    const place = `${from}/node_modules/${name}`;
    const top = `node_modules/${name}`;
    lock.packages[lock.packages[top] ? place : top] = {
      version,
      cpu,
      ...(entry.dev ? { dev: true } : {}),
      ...(libc.length > 0 ? { libc } : {}),
      optional: true,
      ...(os.length > 0 ? { os } : {}),
    };
    added += 1;
  }
}
lock.packages = Object.fromEntries(Object.entries(lock.packages).sort(([a], [b]) => (a < b ? -1 : 1)));
writeFileSync(file, `${JSON.stringify(lock, null, 2)}\n`);
console.log(`${added} optional packages of other platforms added`);
