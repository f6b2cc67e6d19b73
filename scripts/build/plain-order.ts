import type { Plugin } from 'vite';

const BY_LANGUAGE = 'a.localeCompare(b)';
const CODE_UNIT_ORDER = '(a < b ? -1 : a > b ? 1 : 0)';

/** Replace locale comparisons in a source by plain ones; throws when it has none. */
export function comparePlainly(code: string): string {
  if (!code.includes(BY_LANGUAGE)) throw new Error('RxDB sorts the keys of its schemas in another way now.');
  return code.replaceAll(BY_LANGUAGE, CODE_UNIT_ORDER);
}

/**
 * RxDB sorts the keys of every schema by the device's locale. For the first such comparison a browser loads
 * its locale tables, 10 to 35 ms of a start on a desktop computer and six times that on a handheld. The order
 * only determines the hash of a schema; where a device stored another hash, RxDB compares the schemas
 * themselves.
 */
export function plainOrderInSchemas(): Plugin {
  return {
    name: 'plain-order-in-schemas',
    apply: 'build',
    transform: {
      filter: { id: /\/rxdb\/.*\/utils-object\.js$/ },
      handler: (code) => ({ code: comparePlainly(code), map: null }),
    },
  };
}
