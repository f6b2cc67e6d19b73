/** What a room may import: prefixes of project paths. Packages are listed only where they are restricted. */
export interface Room {
  /** Folder or file whose files the row speaks about; the longest matching row wins. */
  path: string;
  may: readonly string[];
  /** Packages that may be imported; `null` for any. */
  packages: readonly string[] | null;
}

const DB = ['db/'];
const SERVER = ['db/', 'sync-server/'];
const PURE_PACKAGES = ['zod', 'decimal.js'];
// Test builders and property tests stand beside the rules they try.
export const TEST_PACKAGES = ['vitest', 'fast-check', 'ulid', 'pg', 'node:'];

/** Architecture section 2, a room a line. `<noun>` stands for the file's own noun. */
export const ROOMS: readonly Room[] = [
  { path: 'db/values/', may: ['db/values/', 'db/errors/'], packages: PURE_PACKAGES },
  { path: 'db/errors/', may: ['db/errors/', 'db/values/'], packages: PURE_PACKAGES },
  { path: 'db/', may: DB, packages: PURE_PACKAGES },
  { path: 'sync-server/', may: SERVER, packages: null },
  { path: 'sync-server/config/', may: ['db/', 'sync-server/config/'], packages: ['zod', 'node:'] },
  { path: 'sync-server/postgres/', may: ['db/', 'sync-server/postgres/'], packages: null },
  {
    path: 'sync-server/integrations/',
    may: ['db/', 'sync-server/integrations/', 'sync-server/config/'],
    packages: null,
  },
  { path: 'pwa/', may: ['db/', 'pwa/'], packages: null },
  { path: 'pwa/format/', may: ['db/values/', 'db/errors/', 'pwa/format/'], packages: null },
  { path: 'pwa/ui/', may: ['db/values/', 'db/errors/', 'pwa/format/', 'pwa/ui/'], packages: null },
  // The list that asks the server and keeps its search in the address.
  {
    path: 'pwa/ui/list/server-list.',
    may: [
      'db/',
      'pwa/ui/',
      'pwa/api/',
      'pwa/navigation/query-text.ts',
      'pwa/navigation/use-query-parameters.ts',
    ],
    packages: null,
  },
  // How somebody looks at such a list, kept on the server under a name.
  {
    path: 'pwa/ui/list/views/',
    may: [
      'db/',
      'pwa/ui/',
      'pwa/api/',
      'pwa/navigation/query-text.ts',
      'pwa/navigation/use-query-parameters.ts',
    ],
    packages: null,
  },
  // The status of a batch, specimen or sample is forced alike, and the rule on this device says what follows.
  {
    path: 'pwa/ui/override/',
    may: ['db/', 'pwa/ui/', 'pwa/api/', 'pwa/replica/', 'pwa/testing/'],
    packages: null,
  },
  { path: 'pwa/replica/', may: ['db/', 'pwa/replica/', 'pwa/api/'], packages: null },
  { path: 'pwa/api/', may: ['db/', 'pwa/api/'], packages: null },
  // Simulated devices at the real server: test support, never part of the app.
  { path: 'pwa/testing/', may: ['db/', 'pwa/', 'sync-server/'], packages: null },
  { path: 'scripts/', may: ['db/', 'sync-server/', 'pwa/', 'scripts/'], packages: null },
];

/** Rooms whose files must not know the web framework. */
export const WITHOUT_EXPRESS = [
  'sync-server/services/',
  'sync-server/postgres/',
  'sync-server/integrations/',
  'sync-server/jobs/',
];

/** Names that say nothing about what lies behind them. */
export const EMPTY_NAMES = [
  'utils',
  'util',
  'helpers',
  'helper',
  'common',
  'misc',
  'shared',
  'lib',
  'types',
  'constants',
];

/** The nouns of the product: one never runs another's operations, and one feature never imports another. */
export const NOUNS = [
  'identity',
  'organizations',
  'patients',
  'ordering',
  'specimens',
  'samples',
  'batches',
  'protocols',
  'inventory',
  'storage',
  'sequencing',
  'billing',
  'research',
  'records',
] as const;

/** What stands at the top of the project, fixed by its owner. */
export const TOP_ROOMS = ['db', 'pwa', 'sync-server', 'scripts'];

export const MAX_LINES = 300;
