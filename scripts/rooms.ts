/**
 * Imports that a room allows: prefixes of project paths. Packages are listed only where they are restricted.
 */
export interface Room {
  /** Folder or file to which the row applies; the longest matching row wins. */
  path: string;
  may: readonly string[];
  /** Packages that may be imported; `null` for any. */
  packages: readonly string[] | null;
}

const DB = ['db/'];
const SERVER = ['db/', 'sync-server/'];
const PURE_PACKAGES = ['zod', 'decimal.js'];
// Test builders and property tests are in the folders of the rules that they test.
export const TEST_PACKAGES = ['vitest', 'fast-check', 'ulid', 'pg', 'node:'];

/** Architecture section 2, one room per line. `<noun>` is a placeholder for the file's own noun. */
export const ROOMS: readonly Room[] = [
  { path: 'db/values/', may: ['db/values/', 'db/errors/'], packages: PURE_PACKAGES },
  { path: 'db/errors/', may: ['db/errors/', 'db/values/'], packages: PURE_PACKAGES },
  { path: 'db/', may: DB, packages: PURE_PACKAGES },
  { path: 'sync-server/', may: SERVER, packages: null },
  {
    path: 'sync-server/config/',
    may: ['db/', 'sync-server/config/', 'sync-server/postgres/acceleration/parts.ts'],
    packages: ['zod', 'node:'],
  },
  { path: 'sync-server/postgres/', may: ['db/', 'sync-server/postgres/'], packages: null },
  {
    path: 'sync-server/integrations/',
    may: ['db/', 'sync-server/integrations/', 'sync-server/config/'],
    packages: null,
  },
  { path: 'pwa/', may: ['db/', 'pwa/'], packages: null },
  { path: 'pwa/format/', may: ['db/values/', 'db/errors/', 'pwa/format/'], packages: null },
  { path: 'pwa/ui/', may: ['db/values/', 'db/errors/', 'pwa/format/', 'pwa/ui/'], packages: null },
  // The names of the business entities.
  { path: 'pwa/ui/entity-badge.', may: ['db/', 'pwa/ui/'], packages: null },
  // Pictures of plates and boxes show samples with their statuses.
  {
    path: 'pwa/ui/plate/',
    may: ['db/samples/', 'db/values/', 'db/factories/', 'pwa/ui/', 'pwa/testing/router-wrapper.tsx'],
    packages: null,
  },
  // The list that queries the server and stores its search in the address.
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
  // Their tests have a router, and a list of the server.
  { path: 'pwa/ui/detail-header.', may: ['pwa/ui/', 'pwa/testing/router-wrapper.tsx'], packages: null },
  { path: 'pwa/ui/list/list-neighbors.', may: ['db/api/', 'pwa/ui/', 'pwa/api/'], packages: null },
  // Named views of such a list, stored on the server.
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
  // The status override of a batch, specimen or sample is the same, and the rule on this device computes its
  // effects.
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
  'sync-server/reads/',
];

/** Names that do not tell the content of a file. */
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

/** The top folders of the project, as its owner has set them. */
export const TOP_ROOMS = ['db', 'pwa', 'sync-server', 'scripts'];

export const MAX_LINES = 300;
