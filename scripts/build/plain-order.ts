import type { Plugin } from 'vite';

const BY_LANGUAGE = 'a.localeCompare(b)';
const CODE_UNIT_ORDER = '(a < b ? -1 : a > b ? 1 : 0)';

/** Replace locale comparisons in a source by plain ones; throws when it has none. */
export function comparePlainly(code: string): string {
  if (!code.includes(BY_LANGUAGE)) throw new Error('RxDB sorts the keys of its schemas in another way now.');
  return code.replaceAll(BY_LANGUAGE, CODE_UNIT_ORDER);
}

/**
 * RxDB sorts the keys of every schema by the device's locale, and for the first such comparison a browser loads
 * its locale tables. Measured in new Chromium processes (ten starts, 2026-11-24, a busy machine): at least 14 ms,
 * with the processor slowed down six times, as on a handheld, at least 102 ms of a start that may take 2.5 s. The
 * bundle grows by 40 bytes. That is why this one place of RxDB is rewritten. The order only determines the hash
 * of a schema; where a device stored another hash, RxDB compares the schemas themselves.
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
