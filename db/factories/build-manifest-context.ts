import type { ManifestContext } from '#db/ordering/manifest/manifest-context.ts';
import { buildProtocol } from './build-protocol.ts';

/**
 * Build an order of tubes of a research service that takes human blood and DNA, checked on 21 November 2026.
 */
export const buildManifestContext = (overrides: Partial<ManifestContext> = {}): ManifestContext => ({
  protocol: buildProtocol(),
  packageType: 'TUBE',
  clinical: false,
  now: '2026-11-21T12:00:00.000Z',
  timeZone: 'America/New_York',
  patients: new Map(),
  clinicians: new Map(),
  requisitionsInUse: new Set(),
  staying: [],
  earlier: new Map(),
  ...overrides,
});

/** Return lines of text as rows of a sheet, cells separated by bars, numbered from 1. */
export const sheetOf = (...lines: string[]) =>
  lines.map((line, index) => ({ row: index + 1, cells: line === '' ? [] : line.split('|') }));
